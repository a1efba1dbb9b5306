-- The configuration of the README, with the server and the module of this working tree.
vim.opt.runtimepath:prepend(vim.env.LSP_NVIM_MODULE)
filetypes_seen = {} -- what other plugins see
vim.api.nvim_create_autocmd("FileType", { callback = function(event) filetypes_seen[#filetypes_seen + 1] = event.match end })
require("scenariolsp").setup({ cmd = { vim.env.LSP_NVIM_SERVER, "serve" } })
