-- The configuration of the README, with the server and the module of this working tree.
vim.opt.runtimepath:prepend(vim.env.LSP_NVIM_MODULE)
require("scenariolsp").setup({ cmd = { vim.env.LSP_NVIM_SERVER, "serve" } })
