// Tests without an editor, run by node --test.
import "./grammar";
import "./manifest";
import "./server";
import "./snippets";
