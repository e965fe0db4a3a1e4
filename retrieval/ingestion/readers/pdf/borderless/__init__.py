"""Tables of PDF pages whose cells are not drawn: their rules or shades, columns, rows and heads."""
