-- Drives a real Neovim through a session: nvim --headless --clean -n -i NONE -u testdata/init.lua FILE -c 'luafile testdata/drive.lua'
-- Each step prints one line, "ok NAME" or "FAIL NAME: what was seen"; the exit code tells whether all were ok.
-- The session is a coroutine that Neovim resumes from its own loop, so that keys are typed and menus open as they do
-- for a person. LSP_NVIM_SESSION names the session: what people do with models (the default) or with scenarios, mishaps,
-- or a server of another age. LSP_NVIM_PATIENCE is how many milliseconds a step waits for what it wants to see, and
-- LSP_NVIM_UNTIL the name of the last step.

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
  if name == vim.env.LSP_NVIM_UNTIL then vim.cmd(failed == 0 and "qall!" or "cquit 1") end
end

local function has(version) return vim.fn.has("nvim-" .. version) == 1 end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

-- How many servers this buffer has.
local function served()
  return vim.tbl_count(has("0.10") and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0))
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

local function text_of(buf) return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\n") end

local function float()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= "" then return text_of(vim.api.nvim_win_get_buf(win)) end
  end
end

local function close_floats()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= "" then vim.api.nvim_win_close(win, true) end
  end
end

-- What is drawn on a line, or above it, beside its text. New Neovims draw only what is in sight.
local function drawn(line)
  vim.cmd("redraw!")
  local parts = {}
  for _, space in pairs(vim.api.nvim_get_namespaces()) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, { line, 0 }, { line, -1 }, { details = true })) do
      for _, chunks in ipairs({ mark[4].virt_text or {}, unpack(mark[4].virt_lines or {}) }) do
        for _, chunk in ipairs(chunks) do parts[#parts + 1] = chunk[1] end
      end
    end
  end
  return table.concat(parts)
end

-- How often the server was asked something, from now on.
local function asked(method)
  local rpc = clients()[1].rpc
  local before, count = rpc.request, 0
  rpc.request = function(name, ...)
    if name == method then count = count + 1 end
    return before(name, ...)
  end
  return function() return count end
end

local function contains(text, part)
  return text ~= nil and text:find(part, 1, true) ~= nil, text
end

-- Whether the text holds all parts, in this order.
local function contains_all(text, parts)
  local from = 1
  for _, part in ipairs(parts) do
    local _, last = (text or ""):find(part, from, true)
    if not last then return false, text end
    from = last + 1
  end
  return true, text
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

local messages = {} -- what is said to the person, by the server or by the module
vim.lsp.handlers["window/showMessage"] = function(_, message) messages[#messages + 1] = message.message end
vim.notify = function(message) messages[#messages + 1] = message end
local function said(part) return contains(table.concat(messages, "\n"), part) end

-- A command of the module, with what it shows.
local function command(line)
  close_floats()
  messages = {}
  vim.cmd(line)
end

-- Closes the window of a text that is no file, if one is open.
local function close_scratch()
  if vim.bo.buftype == "nofile" then vim.cmd("bdelete") end
end

local sessions = {}

-- The question of the tour's model, not the decision of its name: the last one.
local function outcome()
  for i = vim.api.nvim_buf_line_count(0) - 1, 0, -1 do
    if vim.api.nvim_buf_get_lines(0, i, i + 1, false)[1]:find('"outcome": {', 1, true) then return i end
  end
end

local function attached()
  step("server attached", function()
    local c = clients()[1]
    return c and c.server_capabilities and c.server_capabilities.hoverProvider and true or false, "no client with hover"
  end, 10000)
end

function sessions.models()
  step("file type", function() return vim.bo.filetype == "model-json", vim.bo.filetype end)
  step("coloured as JSON", function() return vim.bo.syntax == "json", vim.bo.syntax end)
  step("nothing that waits for JSON is started", function()
    return not vim.tbl_contains(filetypes_seen, "json"), table.concat(filetypes_seen, " ")
  end)
  attached()

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

  step("a lens shows the answer", function() return contains(lenses(outcome()), "= store_credit") end)
  step("a lens shows a number", function() return lenses(line_of('"payout": {')) == "= 71.91", lenses(line_of('"payout": {')) end)
  step("a lens names the state", function() return contains(lenses(0), "state: late") end)
  step("a lens is drawn", function() return contains(drawn(outcome()), "= store_credit") end)

  vim.api.nvim_win_set_cursor(0, { outcome() + 1, 7 })
  keys("A ")
  pause(60)
  step("it stays while its line is typed in", function() return contains(drawn(outcome()), "= store_credit") end, 0)
  keys("<Esc>u")
  pause(500)
  local count = asked("textDocument/codeLens")
  vim.cmd("split | split | wincmd w | wincmd w | wincmd w | only")
  pause(400)
  step("looking around asks for no lenses", function() return count() == 0, count() end, 0)
  keys("A")
  for _ = 1, 12 do
    keys("x")
    pause(20)
  end
  keys(("<BS>"):rep(12) .. "<Esc>")
  pause(600)
  step("a line that is typed asks for few", function() return count() >= 1 and count() <= 4, count() end, 0)

  command("ScenarioRun")
  step("a lens runs", function()
    return contains_all(float(), { "state: late", "outcome", "store_credit", "rule 3", "Outside the 30-day refund window", "days since delivery = 41" })
  end)
  step("and says it once", function() return #messages == 0, table.concat(messages, "\n") end, 0)
  step("the lens stays", function() return contains(drawn(outcome()), "= store_credit") end)

  step("questions and decisions are completed", function()
    local names = vim.fn.getcompletion("ScenarioRun p", "cmdline")
    return #names == 1 and names[1] == "payout", table.concat(names, " ")
  end)
  edit("else 0.1", "else 1 / 3")
  command("ScenarioRun payout")
  step("a decision runs by its name, with every digit", function()
    return contains_all(float(), { "payout", "53.266666666666666666666666666", "unopened = false" })
  end)
  edit("else 1 / 3", "else 0.1")

  close_floats()
  local at, column = line_of("price * (1 - restocking)")
  vim.api.nvim_win_set_cursor(0, { at + 1, column + 1 })
  pause(50) -- Neovim sees that the cursor moved, which closes what floats
  vim.lsp.buf.hover()
  step("hover shows the value", function() return contains(float(), "79.9") end)
  close_floats()

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
  command("ScenarioSelectState")
  step("another state is selected", function() return contains(lenses(0), "state: soon") end)
  step("the lens follows the selected state", function() return contains(lenses(outcome()), "decline") end)
  step("states are completed", function()
    local names = table.concat(vim.fn.getcompletion("ScenarioSelectState ", "cmdline"), " ")
    return names == "late soon", names
  end)
  command("ScenarioSelectState late")
  step("a state is selected by its name", function() return contains(lenses(0), "state: late") end)
  step("and told", function() return said("Values are shown for late.") end)
  vim.cmd("split returns.soon.state.json")
  command("ScenarioSelectState soon")
  step("a state is selected from another state", function() return said("Values are shown for soon.") end)
  edit("50", "35")
  vim.cmd("wq")
  step("the lens follows the saved state", function()
    return contains(vim.api.nvim_get_current_buf() == model and lenses(outcome()) or "another buffer", "store_credit")
  end)

  vim.cmd("only | edit returns.soon.state.json")
  edit("35", "12")
  pause(300)
  vim.cmd("buffer " .. model)
  vim.api.nvim_win_set_cursor(0, { outcome() + 1, 0 })
  step("the lens is fresh when the model is seen again", function() return contains(drawn(outcome()), "refund") end)
  vim.cmd("buffer returns.soon.state.json")
  edit("12", "35")
  vim.cmd("write | buffer " .. model)

  command("ScenarioRunAll")
  step("the receipt is shown", function() return contains_all(float(), { "state: soon", "outcome", "store_credit", "effort", "payout" }) end)

  command("ScenarioGraph!")
  step("the graph is shown as text", function()
    return vim.bo.filetype == "mermaid" and contains_all(text_of(0), { "flowchart", "outcome" }), text_of(0)
  end)
  close_scratch()
  local opened
  vim.env.DISPLAY = nil
  vim.env.WAYLAND_DISPLAY = nil
  command("ScenarioGraph")
  step("without a screen it is text", function() return vim.bo.filetype == "mermaid", vim.bo.filetype end)
  close_scratch()
  vim.env.DISPLAY = ":0"
  if vim.ui.open then vim.ui.open = function(file) opened = file return {} end end
  command("ScenarioGraph")
  step("the graph is drawn", function()
    if not vim.ui.open then return vim.bo.filetype == "mermaid", vim.bo.filetype end
    return opened ~= nil and contains_all(table.concat(vim.fn.readfile(opened), "\n"), { "<svg", "outcome", "</svg>" }), opened
  end)
  close_scratch()

  command("ScenarioCreateState fresh")
  step("a new state is opened", function()
    return vim.fn.expand("%:t") == "returns.fresh.state.json" and contains(text_of(0), '"days since delivery"'), vim.fn.expand("%") .. "\n" .. text_of(0)
  end)
  vim.cmd("wq")
end

function sessions.scenarios()
  attached()
  step("the file type of a scenario", function() return vim.bo.filetype == "scenario-json", vim.bo.filetype end)
  command("ScenarioExport")
  step("pins that do not hold keep it from being exported", function() return said("pinned") end)
  command("ScenarioPin nothing")
  step("a dependency that is none is told", function() return said('no dependency "nothing"') end)
  command("ScenarioPin shock-case")
  step("the pin is told", function() return said("bleeding: sha256 00000000… → ") end)
  step("and set", function() return #diagnostics() == 0 and not contains(text_of(0), '"000000'), text_of(0) end)

  step("a lens tells the end", function() return contains(lenses(0), "ends at 390 s") end)

  command("ScenarioRunAll")
  step("the course is shown", function() return contains_all(float(), { "ward.scenario.json", "At 60 s bleeds fires", "falls trends map from 82 mm[Hg]", "The run ends at 390 s" }) end)
  command("ScenarioRunAll sideways")
  step("an order that is none is refused", function() return said("declared, reverse and seed") end)
  command("ScenarioRunAll reverse")
  step("another order runs", function() return contains(float(), "The run ends at 390 s") end)

  command("ScenarioExport")
  step("the snapshot is shown", function()
    return vim.bo.filetype == "scenario-json" and vim.bo.buftype == "nofile" and not vim.bo.modified
      and contains_all(text_of(0), { '"ward"', '"bleeds-again"' }), text_of(0)
  end)
  pause(300)
  step("no server reads it", function() return #messages == 1 and served() == 0, served() .. table.concat(messages, "\n") end, 0)
  close_scratch()
  command("ScenarioExport")
  step("and shown again", function() return vim.bo.buftype == "nofile" and contains(text_of(0), '"bleeds-again"'), text_of(0) end)
  close_scratch()
  command("ScenarioGraph!")
  step("the graph of events is shown", function() return vim.bo.filetype == "mermaid" and contains(text_of(0), "flowchart"), text_of(0) end)
  close_scratch()
end

function sessions.mishaps()
  attached()
  step("a mistake is shown", function() return #diagnostics() == 1, #diagnostics() end)
  vim.cmd("split returns.late.state.json | split | vsplit returns.model.json")
  step("one server for two files and two windows", function() return #clients() == 1 and contains(lenses(0), "state: late"), #clients() end)
  vim.cmd("only")
  step("its lens is drawn", function() return contains(drawn(0), "state: late") end)
  vim.cmd("edit!")
  step("a file that is read again keeps its lenses", function() return contains(drawn(0), "state: late") end)
  step("and its file type", function() return vim.bo.filetype == "model-json", vim.bo.filetype end)
  vim.cmd("bdelete | edit returns.model.json")
  step("a file that was closed has them again", function() return contains(drawn(0), "state: late") end)

  local servers = vim.tbl_map(tonumber, vim.api.nvim_get_proc_children(vim.fn.getpid()))
  messages = {}
  for _, server in ipairs(servers) do (vim.uv or vim.loop).kill(server, "sigkill") end
  step("a server that ends by itself is told", function() return said("The language server ended by itself; :ScenarioRestart") end)
  step("nothing of it stays", function()
    return #clients() == 0 and #diagnostics() == 0 and drawn(0) == "", drawn(0) .. table.concat(diagnostics(), "\n")
  end)
  edit("Returns desk", "Returned goods")
  command("ScenarioRunAll")
  step("a command without a server says so", function() return said("The language server does not run; :ScenarioRestart") end)
  command("ScenarioRestart")
  step("it is started again", function() return #clients() == 1 and #diagnostics() == 1, #clients() end)
  step("with lenses", function() return contains(drawn(0), "state: late") end)
  step("and no others to run", function() return #vim.split(lenses(0), "|") == 2, lenses(0) end)
  local first = clients()[1].id
  command("ScenarioRestart")
  step("and once more, while it runs", function()
    return #clients() == 1 and clients()[1].id ~= first and contains(drawn(0), "state: late"), drawn(0)
  end)
  step("without a word", function() return #messages == 0, table.concat(messages, "\n") end, 0)

  vim.cmd("enew!")
  vim.bo.filetype = "state-json"
  pause(200)
  step("a buffer without a name has no server", function() return served() == 0, served() end, 0)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '{"parcel": "cracked"}' })
  vim.cmd("write returns.odd.state.json")
  step("until it is written", function() return contains(table.concat(diagnostics(), "\n"), "cracked") end)

  messages = {}
  require("scenariolsp").setup({ cmd = { "no-such-server", "serve" } })
  vim.cmd("edit alone/returns.model.json | edit alone/returns.late.state.json")
  step("a server that is not there is told, once", function()
    local fine, seen = said('no program "no-such-server" is found')
    return fine and #messages == 1, seen
  end)
  command("ScenarioRestart")
  step("and again, when one asks for it", function() return said('no program "no-such-server" is found') end)
  vim.cmd("edit notes.txt")
  command("ScenarioRunAll")
  step("what is no document is told", function() return said("This is no document that the language server knows.") end)
end

-- A server that has hints and cannot pin: a later one, and an earlier one.
function sessions.another()
  attached()
  if vim.lsp.inlay_hint then
    go_to('"expr"') -- only what is in sight is drawn
    step("hints are drawn", function() return contains(drawn(line_of('"expr"')), "71.91") end)
  end
  command("ScenarioPin")
  step("a command that it has not is told", function() return said("has no command lsp.pin") end)
end

local function session()
  local v = vim.version()
  say(("# Neovim %d.%d.%d"):format(v.major, v.minor, v.patch))
  vim.v.errmsg = ""
  sessions[vim.env.LSP_NVIM_SESSION or "models"]()
  step("Neovim has no error to tell", function() return vim.v.errmsg == "", vim.v.errmsg end, 0)
  say(failed == 0 and "# all is well" or ("# failed: " .. failed))
  vim.cmd(failed == 0 and "qall!" or "cquit 1")
end

vim.defer_fn(coroutine.wrap(session), 0)
