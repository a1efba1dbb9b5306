package decimal_test

import (
	"fmt"

	"github.com/scenariolsp/lsp/eval/feel/decimal"
)

func Example() {
	price, err := decimal.Parse("19.99")
	if err != nil {
		fmt.Println(err)
		return
	}
	tax, _ := decimal.Mul(price, decimal.New(19, -2))
	rounded, _ := decimal.Round(tax, 2, decimal.HalfEven)
	fmt.Println(tax, rounded.Text(), rounded)

	_, cond := decimal.Quo(price, decimal.Decimal{})
	fmt.Println(cond, cond.Failed())
	// Output:
	// 3.7981 3.80 3.8
	// division by zero true
}
