package feel

// walk visits n and the nodes below it; visit returns false to leave a node's parts out.
func walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, k := range children(n) {
		walk(k, visit)
	}
}

// children returns the parts of a node in the order they stand.
func children(n Node) []Node {
	switch n := n.(type) {
	case *memberNode:
		return []Node{n.of}
	case *negateNode:
		return []Node{n.x}
	case *binaryNode:
		return []Node{n.left, n.right}
	case *ifNode:
		return []Node{n.cond, n.then, n.els}
	case *forNode:
		return append(iterated(n.iterators), n.body)
	case *quantifiedNode:
		return append(iterated(n.iterators), n.cond)
	case *betweenNode:
		return []Node{n.x, n.low, n.high}
	case *inNode:
		return append([]Node{n.x}, n.tests...)
	case *testNode:
		return []Node{n.x}
	case *rangeNode:
		return []Node{n.low, n.high}
	case *notNode:
		return n.tests
	case *instanceNode:
		return []Node{n.x}
	case *listNode:
		return n.items
	case *contextNode:
		var out []Node
		for _, e := range n.entries {
			out = append(out, e.value)
		}
		return out
	case *filterNode:
		return []Node{n.of, n.cond}
	case *callNode:
		return append([]Node{n.fn}, n.args...)
	case *functionNode:
		return []Node{n.body}
	}
	return nil
}

func iterated(its []iterator) []Node {
	var out []Node
	for _, it := range its {
		out = append(out, it.source)
		if it.to != nil {
			out = append(out, it.to)
		}
	}
	return out
}
