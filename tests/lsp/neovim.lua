-- Drives the language server as a user of Neovim does, and writes what the user sees to $SEEN as JSON.
-- `vim.lsp.start` exists from Neovim 0.8 on, `vim.lsp.buf.format` too; 0.7 has the older calls.
local seen = {}

local function wait(what, condition)
  assert(vim.wait(20000, condition, 20), "waited in vain for " .. what)
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function write(text)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
end

local function diagnostics(count)
  wait(count .. " diagnostics", function() return #vim.diagnostic.get(0) == count end)
  return vim.diagnostic.get(0)
end

local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), extra or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000)) do
    assert(answer.error == nil, vim.inspect(answer.error))
    return answer.result
  end
end

local function start()
  local config = { name = "pyrnot", cmd = { vim.env.PYTHON, "-m", "pyrnot", "lsp" }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(config)
  else
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
  end
end

local function drive()
  vim.opt.swapfile = false
  vim.ui.select = function(items, _, choose) choose(items[1], 1) end
  start()
  wait("the server", function() return #vim.lsp.buf_get_clients(0) > 0 or next(vim.lsp.buf_get_clients(0)) ~= nil end)

  -- Live diagnostics: of the buffer, which is not saved.
  write('[Game "Homeworlds"]\n[North "Ida"]\n[South "Jon"]\n\n1. homeworld y2 b1 g3 Ida\n2. homeworld g2 b1 y3 Jon\n3. build r1 Ida')
  local diagnostic = diagnostics(1)[1]
  seen.diagnostic = { diagnostic.code, diagnostic.lnum, diagnostic.col, diagnostic.severity }
  wait("the hint", function() return vim.diagnostic.get(0)[1].message:find("help: ") ~= nil end)
  seen.message = vim.diagnostic.get(0)[1].message

  -- A quick fix from the hint.
  vim.api.nvim_win_set_cursor(0, { 7, 4 })
  vim.lsp.buf.code_action()
  diagnostics(0)
  seen.fixed = lines()[7]

  -- The board of a turn in a floating window.
  vim.lsp.buf.hover()
  wait("the board", function() return #vim.api.nvim_list_wins() > 1 end)
  local float = vim.api.nvim_list_wins()[2]
  seen.board = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
  vim.api.nvim_win_close(float, true)

  -- Completion of a legal action.
  vim.api.nvim_buf_set_lines(0, 7, 7, false, { "4. bu" })
  vim.api.nvim_win_set_cursor(0, { 8, 5 })
  vim.cmd("startinsert!")
  seen.choices = vim.tbl_map(function(item) return item.textEdit.newText end, ask("textDocument/completion").items)
  vim.cmd("stopinsert")
  vim.api.nvim_buf_set_lines(0, 7, 8, false, { "4.   build y1 Jon" })
  diagnostics(0)

  -- Formatting, a new name for a system, the outline, folds and colours.
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 20000 }) else vim.lsp.buf.formatting_sync(nil, 20000) end
  seen.formatted = lines()[8]
  vim.api.nvim_win_set_cursor(0, { 6, 24 })
  vim.lsp.buf.rename("Vega Prime")
  wait("the new name", function() return lines()[8]:find("Vega") ~= nil end)
  seen.renamed = { lines()[6], lines()[8] }
  local document = { textDocument = vim.lsp.util.make_text_document_params() }
  local symbols = ask("textDocument/documentSymbol", document)
  seen.outline = { symbols[1].name, symbols[1].children[4].name }
  seen.folds = #ask("textDocument/foldingRange", document)
  seen.colours = #ask("textDocument/semanticTokens/full", document).data / 5
end

local fine, trouble = pcall(drive)
seen.trouble = not fine and tostring(trouble) or nil
local file = assert(io.open(vim.env.SEEN, "w"))
file:write(vim.fn.json_encode(seen))
file:close()
vim.cmd("qa!")
