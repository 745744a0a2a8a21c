#!/usr/bin/env python3
"""The language server in a real editor: tests/lsp/neovim_test.py PROGRAM

Neovim without a window opens a racy file, waits for its diagnostics, ignores the finding by a code action, and sees
the diagnostic go. Exit status 77 (skipped) when Neovim is not installed.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

RACY = """@proc
def racy(n: size, A: f32[n]):
    for t in fork(2):
        A[0] = 1.0
"""

# The oldest Neovim that this runs in is Debian 12's 0.7.
LUA = """
local seen = {}
local folder, program, result = ...
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'deadheat', cmd = { program, 'lsp' }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)
local function wait(what, test)
  seen[what] = vim.wait(60000, test, 20)
end
wait('diagnostics', function() return #vim.diagnostic.get(buffer) == 1 end)
local item = vim.diagnostic.get(buffer)[1] or {}
seen.message, seen.line = item.message, item.lnum
local at = { line = item.lnum or 0, character = item.col or 0 }
local document = { uri = vim.uri_from_bufnr(buffer) }
local function ask(method, params)
  params.textDocument = document
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000) or {}
  return (answers[id] or {}).result
end
local hover = ask('textDocument/hover', { position = at })
seen.hover = hover and hover.contents.value or ''
local actions = ask('textDocument/codeAction', { range = { start = at, ['end'] = at }, context = { diagnostics = {} } })
seen.actions = vim.tbl_map(function(action) return action.title end, actions or {})
for _, action in ipairs(actions or {}) do
  if vim.startswith(action.title, 'Ignore') then vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16') end
end
wait('ignored', function() return #vim.diagnostic.get(buffer) == 0 end)
seen.text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
local out = io.open(result, 'w')
out:write(vim.json.encode(seen))
out:close()
vim.cmd('qall!')
"""


def main():
    editor = shutil.which("nvim")
    if editor is None:
        print("nvim is not installed")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "kernel.py").write_text(RACY)
        (folder / "test.lua").write_text(LUA)
        result = folder / "seen.json"
        arguments = ", ".join(json.dumps(str(a)) for a in (folder, pathlib.Path(sys.argv[1]).resolve(), result))
        done = subprocess.run([editor, "--headless", "-u", "NONE", "-i", "NONE", str(folder / "kernel.py"), "-c",
                               f"lua loadfile({json.dumps(str(folder / 'test.lua'))})({arguments})"],
                              capture_output=True, text=True, timeout=200, check=False, env={
                                  "HOME": name, "PATH": "/usr/bin:/bin", "TERM": "dumb"})
        if not result.exists():
            sys.exit(f"the script did not finish:\n{done.stdout}{done.stderr}")
        seen = json.loads(result.read_text())
    assert seen["diagnostics"], seen
    assert seen["line"] == 3, seen
    assert "exo-race" in seen["hover"], seen
    assert any(title.startswith("Ignore exo-race") for title in seen["actions"]), seen
    assert seen["ignored"], seen
    assert any("deadheat: ignore exo-race -- " in line for line in seen["text"]), seen
    print("diagnostics, hover and code actions work in Neovim")
    return 0


sys.exit(main())
