-- Drives a real Neovim through a session: nvim --headless --clean -n -i NONE -u testdata/init.lua FILE -c 'luafile testdata/drive.lua'
-- Each step prints one line, "ok NAME" or "FAIL NAME: what was seen"; the exit code tells whether all were ok.
-- The session is a coroutine that Neovim resumes from its own loop, so that keys are typed and menus open as they do
-- for a person. LSP_NVIM_PATIENCE is how many milliseconds a step waits for what it wants to see.

local failed = 0
local patience = tonumber(vim.env.LSP_NVIM_PATIENCE or 10000)
local function say(line) io.stdout:write("\n" .. line .. "\n") end -- a message of Neovim may stand unfinished before it

-- Lets Neovim work for some milliseconds.
local function pause(milliseconds)
  local session = coroutine.running()
  vim.defer_fn(function()
    local fine, fault = coroutine.resume(session)
    if not fine then
      say("FAIL the session broke off: " .. debug.traceback(session, fault))
      vim.cmd("cquit 1")
    end
  end, milliseconds)
  coroutine.yield()
end

-- Waits until look() returns true; its second result says what was seen last.
local function step(name, look, wait)
  local good, seen = look()
  local waited = 0
  while not good and waited < (wait or patience) do
    pause(20)
    waited = waited + 20
    good, seen = look()
  end
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

-- Puts the cursor on the text, and after it when past is true.
local function go_to(text, past)
  local line, column = line_of(text)
  vim.api.nvim_win_set_cursor(0, { line + 1, column + (past and #text or 0) })
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

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "nt", false)
end

-- Answers Neovim's next question as a person would who looks for the entry that holds the text. Lists are shown by
-- vim.ui.select, and a server's question in old versions by inputlist(); no screen is there to show either.
local function will_choose(text)
  vim.ui.select = function(items, options, on_choice)
    for i, item in ipairs(items) do
      if contains((options.format_item or tostring)(item), text) then return on_choice(item, i) end
    end
    on_choice(nil)
  end
  vim.fn.inputlist = function(lines)
    for _, line in ipairs(lines) do
      local number = line:match("^(%d+)%. ")
      if number and contains(line, text) then return tonumber(number) end
    end
    return 0
  end
end

local messages = {} -- what the server says to the person
vim.lsp.handlers["window/showMessage"] = function(_, message) messages[#messages + 1] = message.message end

local function session()
  local v = vim.version()
  say(("# Neovim %d.%d.%d"):format(v.major, v.minor, v.patch))

  step("file type", function() return vim.bo.filetype == "model-json", vim.bo.filetype end)
  step("coloured as JSON", function() return vim.bo.syntax == "json", vim.bo.syntax end)
  step("server attached", function()
    local c = clients()[1]
    return c and c.server_capabilities and c.server_capabilities.hoverProvider and true or false, "no client with hover"
  end, 10000)

  step("a mistake is shown", function()
    local found = diagnostics()
    return #found == 1 and contains(found[1], "crushd") and contains(found[1], "crushed"), table.concat(found, "\n")
  end)

  go_to("crushd")
  will_choose("crushed")
  vim.lsp.buf.code_action()
  step("its quick fix is applied", function()
    local line = vim.api.nvim_get_current_line()
    return contains(line, '"crushed, lost"') and #diagnostics() == 0, line .. "\n" .. table.concat(diagnostics(), "\n")
  end)

  go_to('"> 500', true)
  keys("i + days si<C-x><C-o>")
  step("a name with spaces is completed in a cell", function()
    return contains(vim.api.nvim_get_current_line(), '"> 500 + days since delivery"')
  end)
  keys("<C-e><Esc>u")
  step("the completion is undone", function() return contains(vim.api.nvim_get_current_line(), '"> 500"') end)

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

  will_choose("soon")
  vim.cmd("ScenarioSelectState")
  step("another state is selected", function() return contains(lenses(0), "state: soon") end)
  step("the lens follows the selected state", function() return contains(lenses(outcome()), "decline") end)

  vim.cmd("split returns.soon.state.json")
  edit("50", "35")
  vim.cmd("wq")
  step("the lens follows the saved state", function()
    return contains(vim.api.nvim_get_current_buf() == model and lenses(outcome()) or "another buffer", "store_credit")
  end)

  vim.cmd("ScenarioRunAll")
  step("the receipt is shown", function() return contains(float(), "store_credit") end)

  say(failed == 0 and "# all is well" or ("# failed: " .. failed))
  vim.cmd(failed == 0 and "qall!" or "cquit 1")
end

vim.defer_fn(coroutine.wrap(session), 0)
