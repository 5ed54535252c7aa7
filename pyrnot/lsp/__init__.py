"""The language server: what an editor shows of records while they are typed.

`document` and the modules beside it answer questions about a text, in offsets, and know no protocol. `server`,
`features`, `protocol` and `stdio` alone import pygls and speak to the editor. Only text in pyrnot's own notation is
read, never a file.
"""
