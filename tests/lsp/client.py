"""A client of the Language Server Protocol for tests: sends real messages to `deadheat lsp` and collects the answers."""
import json
import os
import queue
import subprocess
import threading

PATIENCE = 60  # seconds for an answer; a loaded machine is slow

ABILITIES = {"window": {"workDoneProgress": True, "showDocument": {"support": True}},
             "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


class Client:
    def __init__(self, program, environment=None):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})
        self.messages = queue.Queue()
        self.seen = []
        self.ids = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(out.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def request(self, method, **params):
        """Sends a request and returns its id."""
        self.ids += 1
        self.send({"id": self.ids, "method": method, "params": params})
        return self.ids

    def wait_for(self, wanted):
        """The next message for which `wanted` is true; requests of the server are answered with null."""
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if message is None:
                raise AssertionError("the server ended")
            self.seen.append(message)
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})
            if wanted(message):
                return message

    def answer(self, request_id):
        return self.wait_for(lambda m: m.get("id") == request_id and "method" not in m)

    def ask(self, method, **params):
        return self.answer(self.request(method, **params))

    def start(self, roots=(), options=None, abilities=None):
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        answer = self.ask("initialize", processId=os.getpid(), rootUri=None,
                          capabilities=ABILITIES if abilities is None else abilities,
                          workspaceFolders=folders, initializationOptions=options)
        self.notify("initialized")
        return answer["result"]

    def open(self, path, text=None, version=1, language=""):
        self.notify("textDocument/didOpen", textDocument={
            "uri": path.as_uri(), "languageId": language, "version": version,
            "text": path.read_text() if text is None else text})

    def change(self, path, text, version):
        self.notify("textDocument/didChange", textDocument={"uri": path.as_uri(), "version": version},
                    contentChanges=[{"text": text}])

    def diagnostics(self, path, wanted=lambda items: True):
        """The diagnostics of a file, as soon as some are published that pass."""
        return self.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                             and m["params"]["uri"] == path.as_uri()
                             and wanted(m["params"]["diagnostics"]))["params"]["diagnostics"]

    def actions(self, path, item):
        return self.ask("textDocument/codeAction", textDocument={"uri": path.as_uri()}, range=item["range"],
                        context={"diagnostics": [item]})["result"]

    def hover(self, path, position):
        return self.ask("textDocument/hover", textDocument={"uri": path.as_uri()}, position=position)["result"]

    def end(self):
        """Ends as the protocol says; returns the exit status."""
        self.ask("shutdown")
        self.notify("exit")
        return self.close()

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status
