"""The language server: what an editor shows of records while they are typed.

Most modules answer questions about the text of one record, in offsets. `server`, `features` and `stdio` speak to the
editor by pygls. Only text in pyrnot's own notation is read, never a file.
"""
