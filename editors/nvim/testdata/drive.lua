-- Drives a real Neovim through a session: nvim --headless --clean -n -i NONE -u testdata/init.lua FILE -c 'luafile testdata/drive.lua'
-- Each step prints one line, "ok NAME" or "FAIL NAME: what was seen"; the exit code tells whether all were ok.

local failed = 0
local function say(line) io.stdout:write(line .. "\n") end

-- Waits until look() returns true; its second result says what was seen last.
local function step(name, look)
  local good, seen
  vim.wait(10000, function()
    good, seen = look()
    return good
  end, 20)
  if good then
    say("ok " .. name)
  else
    failed = failed + 1
    say("FAIL " .. name .. ": " .. tostring(seen))
  end
end

local function has(version) return vim.fn.has("nvim-" .. version) == 1 end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

local function diagnostics()
  local lines = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    lines[#lines + 1] = (d.lnum + 1) .. ": " .. d.message
  end
  return lines
end

-- The titles of the lenses of one line, or of all lines; every client's own way to keep them.
local function lenses(line)
  local titles = {}
  for _, l in ipairs(vim.lsp.codelens.get(has("0.12") and { bufnr = 0 } or 0)) do
    l = l.lens or l
    if l.command and (line == nil or l.range.start.line == line) then titles[#titles + 1] = l.command.title end
  end
  return table.concat(titles, " | ")
end

-- The line (from 0) of the buffer that holds the text.
local function line_of(text)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return i - 1, column - 1 end
  end
  error("no line holds " .. text)
end

-- Replaces text where it first stands, as typing does: the buffer changes and Neovim tells everyone.
local function edit(old, new)
  local line, column = line_of(old)
  vim.api.nvim_buf_set_text(0, line, column, line, column + #old, { new })
  vim.cmd("doautocmd <nomodeline> TextChanged")
end

local function float()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), "\n")
    end
  end
end

local function contains(text, part)
  return text ~= nil and text:find(part, 1, true) ~= nil, text
end

local messages = {} -- what the server says to the person
vim.lsp.handlers["window/showMessage"] = function(_, message) messages[#messages + 1] = message.message end

local v = vim.version()
say(("# Neovim %d.%d.%d"):format(v.major, v.minor, v.patch))

step("file type", function() return vim.bo.filetype == "model-json", vim.bo.filetype end)
step("coloured as JSON", function() return vim.bo.syntax == "json", vim.bo.syntax end)
step("server attached", function()
  local c = clients()[1]
  return c and c.server_capabilities and c.server_capabilities.hoverProvider and true or false, "no client with hover"
end)

step("a mistake is shown", function()
  local found = diagnostics()
  return #found == 1 and contains(found[1], "crushd") and contains(found[1], "crushed"), table.concat(found, "\n")
end)
edit("crushd", "crushed")
step("the mistake is mended", function() return #diagnostics() == 0, table.concat(diagnostics(), "\n") end)

local outcome = function() -- the question, not the decision: the last one
  for i = vim.api.nvim_buf_line_count(0) - 1, 0, -1 do
    if vim.api.nvim_buf_get_lines(0, i, i + 1, false)[1]:find('"outcome": {', 1, true) then return i end
  end
end
step("a lens shows the answer", function() return contains(lenses(outcome()), "= store_credit") end)
step("a lens names the state", function() return contains(lenses(0), "state: late") end)

vim.api.nvim_win_set_cursor(0, { outcome() + 1, 7 })
vim.cmd("ScenarioRun")
step("a lens runs", function() return contains(table.concat(messages, "\n"), "outcome = store_credit") end)
step("the lens stays", function() return contains(lenses(outcome()), "= store_credit") end)

local at, column = line_of("price * (1 - restocking)")
vim.api.nvim_win_set_cursor(0, { at + 1, column + 1 })
vim.lsp.buf.hover()
step("hover shows the value", function() return contains(float(), "79.9") end)
for _, win in ipairs(vim.api.nvim_list_wins()) do
  if vim.api.nvim_win_get_config(win).relative ~= "" then vim.api.nvim_win_close(win, true) end
end

edit('"<= 60"', '"<= 40"')
step("the lens follows the edit", function() return contains(lenses(outcome()), "decline") end)

local model = vim.api.nvim_get_current_buf()
vim.cmd("split returns.late.state.json")
edit("41", "12")
vim.cmd("wincmd p")
step("the lens follows the unsaved state", function()
  return contains(vim.api.nvim_get_current_buf() == model and lenses(outcome()) or "another buffer", "refund")
end)

vim.cmd("ScenarioRunAll")
step("the receipt is shown", function() return contains(float(), "refund") end)

say(failed == 0 and "# all is well" or ("# failed: " .. failed))
vim.cmd(failed == 0 and "qall!" or "cquit 1")
