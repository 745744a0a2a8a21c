// Starts `deadheat lsp` and shows what it finds. All analysis is in the server.
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

const SELECTOR = [
  { scheme: 'file', language: 'java' },
  { scheme: 'file', language: 'erlang' },
  { scheme: 'file', language: 'elixir' },
  { scheme: 'file', language: 'smalltalk' },
  { scheme: 'file', pattern: '**/*.{st,ws,pst,py,exo,ll}' },
];

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration('deadheat').get<string>('path', 'deadheat');
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    synchronize: { configurationSection: 'deadheat' },
    initializationOptions: vscode.workspace.getConfiguration('deadheat'),
  };
  client = new LanguageClient('deadheat', 'deadheat', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(
      `deadheat: '${command} lsp' cannot be started (${String(error)}); install deadheat or set deadheat.path`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

async function checkNow(): Promise<void> {
  await client?.sendRequest('workspace/executeCommand', { command: 'deadheat.check', arguments: [] });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('deadheat.checkNow', checkNow),
    vscode.commands.registerCommand('deadheat.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('deadheat.path')) void restart();
    }));
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
