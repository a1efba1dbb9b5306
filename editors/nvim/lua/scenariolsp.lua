-- Decision models and clinical scenarios in Neovim, 0.7 to 0.12: file types, the language server, lenses that run
-- questions, hints, and commands.
--
--   require("scenariolsp").setup()
--
-- Everything else is Neovim's own: diagnostics, hover (K), go to definition, vim.lsp.buf.* and vim.lsp.codelens.run().

local M = {}

local defaults = {
  cmd = { "lsp", "serve" }, -- the server; a path works too
  lenses = true, -- show code lenses and keep them fresh
  hints = true, -- show inlay hints, where the server has them and Neovim can (0.10)
  root_markers = { ".git" }, -- the folder that holds one of these is the workspace
  capabilities = {}, -- what a plugin for completion adds to what the server is told of Neovim
}

-- File name ending to file type. The types are their own so that a JSON server does not report everything twice;
-- they are coloured as JSON.
local filetypes = {
  ["model.json"] = "model-json",
  ["scenario.json"] = "scenario-json",
  ["state.json"] = "state-json",
  ["run.json"] = "run-json",
  ["questions.json"] = "questions-json",
  ["engine.json"] = "engine-json",
  ["engine.jsonl"] = "engine-json",
}

local name = "scenariolsp"
local uv = vim.uv or vim.loop
local has = function(version) return vim.fn.has("nvim-" .. version) == 1 end
local options = defaults

local function tell(message, level) vim.notify(message, level or vim.log.levels.INFO) end

--- The client of this server for a buffer, or nil.
local function client_of(buf)
  local clients = has("0.10") and vim.lsp.get_clients({ bufnr = buf }) or vim.lsp.buf_get_clients(buf)
  for _, client in pairs(clients) do
    if client.name == name then return client end
  end
end

local function request(client, method, params, done, buf)
  if has("0.11") then return client:request(method, params, done, buf) end
  return client.request(method, params, done, buf)
end

-- Lenses before 0.12. Neovim keeps them then and runs them, but it asks for no new ones while it waits for old ones, and
-- takes those of a line away with every letter typed there. So they are asked for and drawn here.

local lensed = {} -- buffer to what is known of its lenses: the timer, the newest question, whether they are out of date
local namespace = vim.api.nvim_create_namespace(name .. "-lenses")

--- Draws lenses at the ends of their lines, or above those that leave no room, and hands them to Neovim to be run.
local function draw_lenses(buf, client, lenses)
  local lines = {}
  local ready = {}
  for _, lens in ipairs(lenses) do
    if lens.command then
      ready[#ready + 1] = lens
      local line = lens.range.start.line
      local chunks = lines[line] or {}
      if #chunks > 0 then chunks[#chunks + 1] = { " | ", "LspCodeLensSeparator" } end
      chunks[#chunks + 1] = { lens.command.title, "LspCodeLens" }
      lines[line] = chunks
    end
  end
  vim.lsp.codelens.save(ready, buf, client.id)
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  local window = vim.fn.bufwinid(buf)
  local room = window ~= -1 and vim.fn.getwininfo(window)[1].width - 10 or vim.o.columns
  for line, chunks in pairs(lines) do
    local text = vim.api.nvim_buf_get_lines(buf, line, line + 1, false)[1]
    local width = text and vim.fn.strdisplaywidth(text)
    for _, chunk in ipairs(chunks) do width = width and width + vim.fn.strdisplaywidth(chunk[1]) end
    if width and (width < room or line == 0) then -- nothing is seen above the first line
      vim.api.nvim_buf_set_extmark(buf, namespace, line, 0, { virt_text = chunks, hl_mode = "combine" })
    elseif width then
      table.insert(chunks, 1, { text:match("^%s*"), "LspCodeLensSeparator" })
      vim.api.nvim_buf_set_extmark(buf, namespace, line, 0, { virt_lines = { chunks }, virt_lines_above = true })
    end
  end
end

--- Asks for the lenses of a buffer, and for the title of each that has none yet. Only the newest question counts.
local function ask_lenses(buf)
  local known, client = lensed[buf], client_of(buf)
  if not known or not client then return end
  known.question = (known.question or 0) + 1
  known.old = false
  local question = known.question
  local function current() return lensed[buf] == known and known.question == question end
  request(client, "textDocument/codeLens", { textDocument = { uri = vim.uri_from_bufnr(buf) } }, function(err, lenses)
    if err or not current() then return end -- what is shown stays
    lenses = type(lenses) == "table" and lenses or {}
    local waiting = 1
    local function one_less()
      waiting = waiting - 1
      if waiting == 0 and current() then draw_lenses(buf, client, lenses) end
    end
    for i, lens in ipairs(lenses) do
      if not lens.command then
        waiting = waiting + 1
        request(client, "codeLens/resolve", lens, function(_, resolved)
          lenses[i] = resolved or lens
          one_less()
        end, buf)
      end
    end
    one_less()
  end, buf)
end

--- Asks for the lenses of a buffer when nothing happened for some milliseconds, or when it is seen again.
local function ask_lenses_soon(buf, milliseconds)
  local known = lensed[buf]
  if not known then return end
  known.old = true
  known.timer:start(milliseconds, 0, vim.schedule_wrap(function()
    if lensed[buf] == known and known.old and vim.fn.bufwinid(buf) ~= -1 then ask_lenses(buf) end
  end))
end

local function forget_lenses(buf)
  local known = lensed[buf]
  lensed[buf] = nil
  if not known then return end
  known.timer:stop()
  known.timer:close()
end

--- Shows the lenses of a buffer and keeps them as fresh as its text.
local function show_lenses(buf)
  if has("0.12") then
    vim.lsp.codelens.enable(true, { bufnr = buf })
    return
  end
  if not lensed[buf] then
    lensed[buf] = { timer = uv.new_timer() }
    local changed = function(_, of)
      if not lensed[of] then return true end -- no more of this
      ask_lenses_soon(of, 200)
    end
    vim.api.nvim_buf_attach(buf, false, {
      on_lines = changed,
      on_reload = changed,
      on_detach = function(_, of) forget_lenses(of) end,
    })
  end
  ask_lenses_soon(buf, 0)
end

--- Answers the server's request to ask for all lenses again: an answer changed with a state.
local function on_refresh()
  for buf in pairs(lensed) do ask_lenses_soon(buf, 0) end
  return vim.NIL
end

--- The lenses that Neovim knows of a buffer.
local function lenses_of(buf)
  local lenses = {}
  for _, l in ipairs(vim.lsp.codelens.get(has("0.12") and { bufnr = buf } or buf)) do
    l = l.lens or l
    if l.command then lenses[#lenses + 1] = l end
  end
  return lenses
end

-- Results of commands.

--- Shows a text of the server, in the Markdown that it writes, beside the cursor.
local function show_text(buf, text)
  if vim.api.nvim_get_current_buf() ~= buf then return end -- the person went elsewhere
  local lines = vim.split(text, "\n", { plain = true })
  vim.lsp.util.open_floating_preview(lines, "markdown", { border = "rounded", focus_id = name })
end

--- Opens a window with a text that is no file.
local function scratch(title, filetype, text)
  local called = name .. "://" .. title
  local old = vim.fn.bufnr("^" .. vim.fn.escape(called, "[]*?{},\\") .. "$")
  if old ~= -1 then vim.api.nvim_buf_delete(old, { force = true }) end
  vim.cmd("new")
  local buf = vim.api.nvim_get_current_buf()
  vim.bo[buf].buftype = "nofile"
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].swapfile = false
  vim.api.nvim_buf_set_name(buf, called)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split((text:gsub("\n$", "")), "\n", { plain = true }))
  vim.bo[buf].filetype = filetype
  vim.bo[buf].modified = false
end

local function show_run(result, buf)
  if type(result.text) == "string" then show_text(buf, result.text) end
end

local function show_state(result) tell("Values are shown for " .. result.name .. ".") end

--- Opens a new state, which the server had Neovim write: it is not saved yet.
local function show_new_state(result)
  vim.cmd("split " .. vim.fn.fnameescape(vim.uri_to_fname(result.uri)))
end

local function show_export(result)
  scratch("snapshot of " .. vim.fn.fnamemodify(result.scenario.path, ":t"), "scenario-json", result.text)
end

--- Whether there is a screen to open a drawing on: a terminal on another machine has none.
local function has_screen()
  return vim.fn.has("mac") == 1 or vim.fn.has("win32") == 1 or vim.fn.has("wsl") == 1 or (vim.env.DISPLAY or vim.env.WAYLAND_DISPLAY or "") ~= ""
end

--- Shows a graph in what the machine opens drawings with; as Mermaid where there is nothing or where that is asked for.
local function show_graph(result, _, as_text)
  if vim.ui.open and has_screen() and not as_text then
    local file = vim.fn.tempname() .. ".svg"
    vim.fn.writefile(vim.split(result.svg, "\n", { plain = true }), file)
    if vim.ui.open(file) then return tell("The graph is drawn in " .. file) end
  end
  scratch("graph of " .. result.title, "mermaid", result.mermaid)
end

-- What is done with the result of a command. Those without an entry say everything themselves.
local shows = {
  ["lsp.runQuestion"] = show_run,
  ["lsp.runDecision"] = show_run,
  ["lsp.runAll"] = show_run,
  ["lsp.runScenario"] = show_run,
  ["lsp.selectState"] = show_state,
  ["lsp.createState"] = show_new_state,
  ["lsp.export"] = show_export,
  ["lsp.showGraph"] = show_graph,
}

--- Has the server do a command and shows its result.
local function perform(client, buf, command, argument, option)
  local provider = client.server_capabilities.executeCommandProvider
  if not vim.tbl_contains(type(provider) == "table" and provider.commands or {}, command) then
    tell("This language server has no command " .. command .. "; a newer one may have it.", vim.log.levels.WARN)
    return
  end
  if shows[command] == show_run then argument = vim.tbl_extend("force", argument, { text = true }) end
  request(client, "workspace/executeCommand", { command = command, arguments = { argument } }, function(err, result)
    if err then
      tell(err.message, vim.log.levels.ERROR)
    elseif type(result) == "table" and shows[command] then
      shows[command](result, buf, option)
    end
  end, buf)
end

--- The commands of lenses and code actions, done in the same way.
local function client_commands()
  local commands = {}
  for command in pairs(shows) do
    commands[command] = function(given, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      if client then perform(client, context.bufnr or vim.api.nvim_get_current_buf(), command, given.arguments[1]) end
    end
  end
  return commands
end

-- The server.

--- The workspace of a buffer: the nearest folder above it with a marker, else the folder of the file.
local function root_of(buf)
  local dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ":p:h")
  local at = dir
  while true do
    for _, marker in ipairs(options.root_markers) do
      if uv.fs_stat(at .. "/" .. marker) then return at end
    end
    local up = vim.fn.fnamemodify(at, ":h")
    if up == at then return dir end
    at = up
  end
end

local function on_attach(client, buf)
  if vim.bo[buf].omnifunc == "" then vim.bo[buf].omnifunc = "v:lua.vim.lsp.omnifunc" end -- Neovim's own since 0.8
  if options.lenses then show_lenses(buf) end
  if options.hints and vim.lsp.inlay_hint and client.server_capabilities.inlayHintProvider then
    vim.lsp.inlay_hint.enable(true, { bufnr = buf })
  end
end

local stopping = false -- because the person wants it so

local function on_exit(code, signal, id)
  vim.schedule(function()
    for buf, known in pairs(lensed) do
      local client = client_of(buf)
      if not client or client.id == id then
        known.question = (known.question or 0) + 1 -- what was asked is not answered any more
        vim.lsp.codelens.save({}, buf, id) -- 0.7 would offer to run them
        vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
      end
    end
    if (code ~= 0 or signal ~= 0) and not stopping and vim.v.exiting == vim.NIL then
      vim.defer_fn(function() -- after Neovim has said that a client quit
        tell("The language server ended by itself; :ScenarioRestart starts it again.", vim.log.levels.WARN)
      end, 100)
    end
  end)
end

--- Starts the server for a buffer, or attaches the one that runs for its workspace. What is no file has none: a server
--- would find nothing beside it.
local clients = {} -- workspace to client id, for 0.7, which cannot find a client again
local told_absent = false
local function start(buf)
  if vim.bo[buf].buftype ~= "" or vim.api.nvim_buf_get_name(buf) == "" then return end
  if type(options.cmd) == "table" and vim.fn.executable(options.cmd[1]) == 0 then
    if not told_absent then
      tell(("The language server is not there: no program %q is found (option cmd)."):format(options.cmd[1]), vim.log.levels.WARN)
    end
    told_absent = true -- once is enough
    return
  end
  if client_of(buf) then return end
  local capabilities = vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), options.capabilities,
    { workspace = { codeLens = { refreshSupport = true } } })
  local config = {
    name = name,
    cmd = options.cmd,
    root_dir = root_of(buf),
    capabilities = capabilities,
    commands = client_commands(),
    on_attach = on_attach,
    on_exit = on_exit,
    handlers = {},
  }
  if not has("0.12") then config.handlers["workspace/codeLens/refresh"] = on_refresh end
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buf })
    return
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then vim.lsp.buf_attach_client(buf, id) end
end

--- The loaded buffers of this module's file types.
local function buffers()
  local found = {}
  local ours = vim.tbl_values(filetypes)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.tbl_contains(ours, vim.bo[buf].filetype) then found[#found + 1] = buf end
  end
  return found
end

--- Ends every server of this module and starts new ones for the buffers that are open.
local function restart()
  stopping = true
  local function running()
    return vim.tbl_filter(function(client) return client.name == name end, (vim.lsp.get_clients or vim.lsp.get_active_clients)())
  end
  for _, client in ipairs(running()) do
    if has("0.11") then client:stop() else client.stop() end
  end
  local waited = 0
  local function again()
    waited = waited + 50
    local left = running()
    if #left > 0 and waited < 5000 then
      if waited == 2000 then -- it does not hear
        for _, client in ipairs(left) do
          if has("0.11") then client:stop(true) else client.stop(true) end
        end
      end
      vim.defer_fn(again, 50)
      return
    end
    stopping, told_absent = false, false
    clients = {}
    for _, buf in ipairs(buffers()) do start(buf) end
  end
  again()
end

-- What a person types.

--- Has the server of this buffer do a command with this document.
local function execute(command, argument, option)
  local buf = vim.api.nvim_get_current_buf()
  local client = client_of(buf)
  if not client then
    local ours = vim.tbl_contains(vim.tbl_values(filetypes), vim.bo[buf].filetype)
    tell(ours and "The language server does not run; :ScenarioRestart starts it." or "This is no document that the language server knows.", vim.log.levels.WARN)
    return
  end
  argument.uri = argument.uri or vim.uri_from_bufnr(buf)
  perform(client, buf, command, argument, option)
end

--- What a command was given, or nil.
local function given(call) return call.args ~= "" and call.args or nil end

--- The entries that begin with what is typed.
local function beginning(entries, typed)
  return vim.tbl_filter(function(entry) return entry:sub(1, #typed) == typed end, entries)
end

--- The questions and decisions that have a lens, or the lens of one.
local function runnable(buf, wanted)
  local names, seen = {}, {}
  for _, lens in ipairs(lenses_of(buf)) do
    local argument = (lens.command.arguments or {})[1] or {}
    local runs = argument.question or argument.decision
    if runs and runs == wanted then return lens end
    if runs and not seen[runs] then
      seen[runs] = true
      names[#names + 1] = runs
    end
  end
  return not wanted and names or nil
end

local function run(call)
  if not given(call) then return vim.lsp.codelens.run() end
  local lens = runnable(0, call.args)
  if not lens then return tell(("No question or decision of this document is named %q."):format(call.args), vim.log.levels.WARN) end
  execute(lens.command.command, vim.deepcopy(lens.command.arguments[1]))
end

--- Runs a model with all its questions, or a scenario.
local function run_all(call)
  local filetype = vim.bo.filetype
  if filetype == "scenario-json" or filetype == "run-json" then
    execute("lsp.runScenario", { schedule = given(call) })
  elseif given(call) then
    tell("Only a scenario is run in an order; this is none.", vim.log.levels.WARN)
  else
    execute("lsp.runAll", {})
  end
end

--- What the server says of the states of a buffer's model: the model, and the states' names.
local function states_of(buf)
  local client = client_of(buf)
  if not client then return nil, {} end
  local params = { uri = vim.uri_from_bufnr(buf) }
  local answer
  if has("0.11") then answer = client:request_sync("lsp/states", params, 1000, buf) else answer = client.request_sync("lsp/states", params, 1000, buf) end
  local result = answer and answer.result
  if type(result) ~= "table" then return nil, {} end
  return result.model, vim.tbl_map(function(state) return state.name end, result.states)
end

local function create_commands()
  local function command(called, does, about)
    local complete = about.complete
    if complete then about.complete = function(typed) return beginning(complete(), typed) end end
    vim.api.nvim_create_user_command("Scenario" .. called, does, about)
  end
  command("Run", run, { nargs = "?", complete = function() return runnable(0) end, desc = "Run the question or decision of this line, or the one named" })
  command("RunAll", run_all, {
    nargs = "?",
    complete = function() return { "declared", "reverse", "seed:1" } end,
    desc = "Run the model or scenario; a scenario also in another order of what happens at once",
  })
  command("SelectState", function(call)
    execute("lsp.selectState", { uri = states_of(0), state = given(call) })
  end, { nargs = "?", complete = function() return select(2, states_of(0)) end, desc = "Choose the state or run that answers are computed from" })
  command("CreateState", function(call) execute("lsp.createState", { state = given(call) }) end, { nargs = "?", desc = "Write a state, of that name, with the inputs that the model needs" })
  command("Export", function() execute("lsp.export", {}) end, { desc = "Show the snapshot of a scenario with all that it imports" })
  command("Pin", function(call) execute("lsp.pin", { dependency = given(call) }) end, { nargs = "?", desc = "Pin the dependencies of a scenario, or one, to the files that are found" })
  command("Graph", function(call) execute("lsp.showGraph", {}, call.bang) end, { bang = true, desc = "Open the graph of the document; with ! as Mermaid" })
  command("Restart", restart, { desc = "End the language server and start it again" })
end

--- The file type that a name asks for, or nil.
local function filetype_of(file)
  for ending, filetype in pairs(filetypes) do
    if vim.endswith(file, "." .. ending) then return filetype end
  end
end

--- Makes the file types known. They must be found before Neovim sees JSON in the name, or whatever waits for JSON
--- starts too.
local function detect(group)
  if has("0.8") then
    local patterns = {}
    for ending, filetype in pairs(filetypes) do
      patterns[".*%." .. ending:gsub("%.", "%%.")] = filetype
    end
    vim.filetype.add({ pattern = patterns })
  end
  local events = { "BufFilePost", "BufWritePost" } -- a buffer that had no name or another
  if not has("0.8") then vim.list_extend(events, { "BufRead", "BufNewFile" }) end
  vim.api.nvim_create_autocmd(events, {
    group = group,
    pattern = vim.tbl_map(function(ending) return "*." .. ending end, vim.tbl_keys(filetypes)),
    callback = function(event)
      local buf = event.buf
      local filetype = filetype_of(event.match)
      if vim.bo[buf].buftype ~= "" or vim.fn.bufname(buf) == "" then return end
      local read = event.event == "BufReadPost" or event.event == "BufNewFile" -- 0.7 sees JSON where no file type was set since
      if read or vim.bo[buf].filetype ~= filetype then
        vim.bo[buf].filetype = filetype
      elseif not client_of(buf) then
        start(buf)
      end
    end,
  })
end

--- Sets everything up. Options: cmd, lenses, hints, root_markers, capabilities (see the top of this file).
function M.setup(given_options)
  options = vim.tbl_extend("force", defaults, given_options or {})
  local group = vim.api.nvim_create_augroup(name, { clear = true })
  detect(group)
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = vim.tbl_values(filetypes),
    callback = function(event)
      start(event.buf)
      vim.schedule(function() -- after Neovim has set the syntax that has the file type's name
        if vim.api.nvim_buf_is_valid(event.buf) then vim.bo[event.buf].syntax = "json" end
      end)
    end,
  })
  vim.api.nvim_create_autocmd("BufWinEnter", {
    group = group,
    callback = function(event)
      if lensed[event.buf] and lensed[event.buf].old then ask_lenses_soon(event.buf, 0) end
    end,
  })
  if vim.treesitter.language and vim.treesitter.language.register then
    vim.treesitter.language.register("json", vim.tbl_values(filetypes))
  end
  create_commands()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do -- files that were open before
    local filetype = vim.api.nvim_buf_is_loaded(buf) and vim.bo[buf].buftype == "" and filetype_of(vim.api.nvim_buf_get_name(buf))
    if filetype then vim.bo[buf].filetype = filetype end
  end
end

return M
