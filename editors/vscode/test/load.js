// Loads the built extension with a stand-in for the editor: it must register its commands and settings.
'use strict';
const assert = require('node:assert');
const Module = require('node:module');
const manifest = require('../package.json');

const commands = [];
class Anything {}
const silent = new Proxy({}, { get: () => () => undefined });
const stub = new Proxy({
  commands: { registerCommand: (id) => { commands.push(id); return { dispose() {} }; } },
  workspace: {
    getConfiguration: () => ({ get: (key, value) => value }),
    onDidChangeConfiguration: () => ({ dispose() {} }),
  },
  window: { showErrorMessage: () => undefined, createOutputChannel: () => silent },
  version: '1.82.0',
}, { get: (target, name) => target[name] ?? Anything });
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? stub : load(request, ...rest));

const extension = require('../out/extension.js');
assert.strictEqual(typeof extension.activate, 'function');
assert.strictEqual(typeof extension.deactivate, 'function');
extension.activate({ subscriptions: [] }).catch(() => undefined).finally(() => {
  assert.deepStrictEqual(commands.sort(), manifest.contributes.commands.map((c) => c.command).sort());
  console.log('the extension loads and registers its commands');
  process.exit(0);
});
