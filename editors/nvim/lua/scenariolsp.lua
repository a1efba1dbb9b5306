-- Decision models in Neovim, 0.7 to 0.12: file types, the language server, lenses that run questions, and commands.
--
--   require("scenariolsp").setup()
--
-- Everything else is Neovim's own: diagnostics, hover (K), go to definition, vim.lsp.buf.* and vim.lsp.codelens.run().

local M = {}

local defaults = {
  cmd = { "lsp", "serve" }, -- the server; a path works too
  lenses = true, -- show and refresh code lenses
  root_markers = { ".git" }, -- the folder that holds one of these is the workspace
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

--- The client of this server for a buffer, or nil.
local function client_of(buf)
  local clients = has("0.10") and vim.lsp.get_clients({ bufnr = buf }) or vim.lsp.buf_get_clients(buf)
  for _, client in pairs(clients) do
    if client.name == name then return client end
  end
end

--- Asks for the lenses of a buffer again. From 0.12 on Neovim does so by itself.
local function refresh_lenses(buf)
  if not client_of(buf) then return end
  if has("0.10") then
    vim.lsp.codelens.refresh({ bufnr = buf })
  else
    vim.api.nvim_buf_call(buf, function() vim.lsp.codelens.refresh() end)
  end
end

--- Keeps the lenses of a buffer as fresh as its text.
local function show_lenses(buf)
  if has("0.12") then
    vim.lsp.codelens.enable(true, { bufnr = buf })
    return
  end
  vim.api.nvim_create_autocmd({ "BufEnter", "TextChanged", "InsertLeave" }, {
    group = vim.api.nvim_create_augroup(name .. "-lenses-" .. buf, { clear = true }),
    buffer = buf,
    callback = function() refresh_lenses(buf) end,
  })
  refresh_lenses(buf)
end

--- Answers the server's request to ask for all lenses again: an answer changed with a state.
local function on_refresh()
  vim.schedule(function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      refresh_lenses(vim.api.nvim_win_get_buf(win))
    end
  end)
  return vim.NIL
end

--- The workspace of a buffer: the nearest folder above it with a marker, else the folder of the file.
local function root_of(buf, markers)
  local file = vim.api.nvim_buf_get_name(buf)
  local dir = file == "" and vim.fn.getcwd() or vim.fn.fnamemodify(file, ":p:h")
  local at = dir
  while true do
    for _, marker in ipairs(markers) do
      if uv.fs_stat(at .. "/" .. marker) then return at end
    end
    local up = vim.fn.fnamemodify(at, ":h")
    if up == at then return dir end
    at = up
  end
end

--- Starts the server for a buffer, or attaches the one that runs for its workspace.
local clients = {} -- workspace to client id, for 0.7, which cannot find a client again
local function start(buf, opts)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace = capabilities.workspace or {}
  capabilities.workspace.codeLens = { refreshSupport = true }
  local config = {
    name = name,
    cmd = opts.cmd,
    root_dir = root_of(buf, opts.root_markers),
    capabilities = capabilities,
    on_attach = function(_, attached)
      if vim.bo[attached].omnifunc == "" then vim.bo[attached].omnifunc = "v:lua.vim.lsp.omnifunc" end -- Neovim's own since 0.8
      if opts.lenses then show_lenses(attached) end
    end,
    handlers = {},
  }
  if opts.lenses and not has("0.12") then
    config.handlers["workspace/codeLens/refresh"] = on_refresh
  end
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

--- Sends a command of the server with this buffer's document and hands its result to done.
local function execute(command, arguments, done)
  local buf = vim.api.nvim_get_current_buf()
  local client = client_of(buf)
  if not client then
    vim.notify("The language server does not run for this buffer: see :checkhealth vim.lsp or vim.lsp.get_log_path().", vim.log.levels.WARN)
    return
  end
  arguments.uri = vim.uri_from_bufnr(buf)
  local params = { command = command, arguments = { arguments } }
  local answered = function(err, result)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    elseif done and type(result) == "table" then
      done(result)
    end
  end
  if has("0.11") then
    client:request("workspace/executeCommand", params, answered, buf)
  else
    client.request("workspace/executeCommand", params, answered, buf)
  end
end

--- A value of a receipt as one line.
local function shown(value)
  if type(value) == "table" then return vim.json and vim.json.encode(value) or vim.fn.json_encode(value) end
  if value == nil or value == vim.NIL then return "null" end
  local text = tostring(value)
  -- Lua keeps 14 digits of a number where the receipt has up to 34; hover and lenses show them all.
  if type(value) == "number" and #text:gsub("%D", "") >= 14 then text = text .. "…" end
  return text
end

--- The entries of a map, by name.
local function sorted(map)
  local keys = {}
  for key in pairs(type(map) == "table" and map or {}) do keys[#keys + 1] = key end
  table.sort(keys)
  local i = 0
  return function()
    i = i + 1
    if keys[i] ~= nil then return keys[i], map[keys[i]] end
  end
end

--- A receipt in a floating window: answers, how they came about, what was missing.
local function show_receipt(receipt)
  local lines = {}
  local function add(...) lines[#lines + 1] = string.format(...) end
  for id, value in sorted(receipt.answers) do add("**%s** = %s", id, shown(value)) end
  for decision, d in sorted(receipt.decisions) do
    add("")
    add("%s = %s%s", decision, shown(d.value), d.rule and (" · rule " .. shown(d.rule)) or "")
    for address, value in sorted(d.uses) do add("- %s: %s", address, shown(value)) end
  end
  if type(receipt.missing) == "table" and #receipt.missing > 0 then
    add("")
    add("Missing: %s", table.concat(receipt.missing, ", "))
  end
  if #lines > 0 then vim.lsp.util.open_floating_preview(lines, "markdown", { border = "rounded" }) end
end

local function create_commands()
  local command = vim.api.nvim_create_user_command
  command("ScenarioRun", function() vim.lsp.codelens.run() end, { desc = "Run the question or decision of this line" })
  command("ScenarioRunAll", function() execute("lsp.runAll", {}, show_receipt) end, { desc = "Answer every question and show the receipt" })
  command("ScenarioSelectState", function() execute("lsp.selectState", {}) end, { desc = "Choose the state that answers are computed from" })
  command("ScenarioCreateState", function() execute("lsp.createState", {}) end, { desc = "Write a state with the inputs that the model needs" })
end

--- Sets everything up. Options: cmd, lenses, root_markers (see the top of this file).
function M.setup(options)
  local opts = vim.tbl_extend("force", defaults, options or {})
  local group = vim.api.nvim_create_augroup(name, { clear = true })
  for ending, filetype in pairs(filetypes) do
    vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
      group = group,
      pattern = "*." .. ending,
      callback = function(event) vim.bo[event.buf].filetype = filetype end,
    })
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = vim.tbl_values(filetypes),
    callback = function(event)
      start(event.buf, opts)
      vim.schedule(function() -- after Neovim has set the syntax that has the file type's name
        if vim.api.nvim_buf_is_valid(event.buf) then vim.bo[event.buf].syntax = "json" end
      end)
    end,
  })
  if vim.treesitter.language and vim.treesitter.language.register then
    vim.treesitter.language.register("json", vim.tbl_values(filetypes))
  end
  create_commands()
end

return M
