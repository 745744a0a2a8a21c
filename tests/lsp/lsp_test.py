#!/usr/bin/env python3
"""Drives `deadheat lsp` over the real protocol: tests/lsp/lsp_test.py PROGRAM"""
import pathlib
import random
import shutil
import sys
import tempfile
import unittest

from client import Client

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ""

RACY = """@proc
def racy(n: size, A: f32[n]):
    for t in fork(2):
        A[0] = 1.0
"""
CLEAN = RACY.replace("A[0]", "A[t]").replace("n: size, A: f32[n]", "A: f32[2]")

# One example a language, with a rule that it breaks.
EXAMPLES = {
    "examples/java/TicketOffice.java": "java-unsynchronized-access",
    "examples/erlang/hits.erl": "erlang-ets",
    "examples/smalltalk/visitors.ws": "smalltalk-race",
    "examples/exo/stencil_racy.py": "exo-race",
}


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def apply(text, edits):
    """The text after the edits of a WorkspaceEdit, with UTF-16 columns."""
    lines = text.split("\n")

    def offset(position):
        line = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
        return sum(len(before) + 1 for before in lines[:position["line"]]) + len(line)

    spans = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for begin, end, new in sorted(spans, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


class LspTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.client = None

    def connect(self):
        self.client = Client(PROGRAM, {"XDG_CACHE_HOME": str(self.folder / "cache")})
        self.addCleanup(lambda: self.client.process.poll() is None and self.client.process.kill())
        return self.client

    def write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return target


class Languages(LspTest):
    def check_language(self, example, rule):
        root = self.folder / "project"
        root.mkdir()
        path = root / pathlib.Path(example).name
        shutil.copy(ROOT / example, path)
        client = self.connect()
        client.start([root])
        client.open(path)
        found = [d for d in client.diagnostics(path, len) if d["code"] == rule]
        self.assertTrue(found, f"no {rule}")
        first = found[0]
        self.assertEqual(first["source"], "deadheat")
        self.assertTrue(first["relatedInformation"])
        self.assertTrue(all(r["location"]["uri"] == path.as_uri() for r in first["relatedInformation"]))
        hover = client.hover(path, first["range"]["start"])
        self.assertIn(rule, hover["contents"]["value"])
        ignore = next(a for a in client.actions(path, first) if a["title"].startswith(f"Ignore {rule}"))
        text = apply(path.read_text(), ignore["edit"]["changes"][path.as_uri()])
        client.change(path, text, 2)
        line = first["range"]["start"]["line"] + 1
        client.diagnostics(path, lambda items: all((d["code"], d["range"]["start"]["line"]) != (rule, line)
                                                   for d in items))
        self.assertEqual(client.end(), 0)

    def test_java(self):
        self.check_language(*list(EXAMPLES.items())[0])

    def test_erlang(self):
        self.check_language(*list(EXAMPLES.items())[1])

    def test_smalltalk(self):
        self.check_language(*list(EXAMPLES.items())[2])

    def test_exo(self):
        self.check_language(*list(EXAMPLES.items())[3])


class Documents(LspTest):
    def test_unsaved_text_is_checked_and_the_disk_after_closing(self):
        path = self.write("kernel.py", CLEAN)
        client = self.connect()
        client.start([self.folder], {"debounceMilliseconds": 10})
        client.open(path)
        client.change(path, RACY, 2)
        message = client.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                                  and m["params"]["diagnostics"])
        self.assertEqual(message["params"]["version"], 2)
        client.notify("textDocument/didClose", textDocument={"uri": path.as_uri()})
        client.diagnostics(path, lambda items: not items)
        self.assertEqual(path.read_text(), CLEAN)
        self.assertEqual(client.end(), 0)

    def test_saving_checks_again(self):
        path = self.write("kernel.py", RACY)
        client = self.connect()
        client.start([self.folder], {"checkOnChange": False})
        client.open(path)
        client.diagnostics(path, len)
        client.change(path, CLEAN, 2)
        path.write_text(CLEAN)
        client.notify("textDocument/didSave", textDocument={"uri": path.as_uri()})
        client.diagnostics(path, lambda items: not items)
        self.assertEqual(client.end(), 0)

    def test_a_file_outside_of_all_folders(self):
        inside = self.folder / "inside"
        inside.mkdir()
        path = self.write("outside/kernel.py", RACY)
        client = self.connect()
        client.start([inside])
        client.open(path)
        client.diagnostics(path, len)
        client.notify("textDocument/didClose", textDocument={"uri": path.as_uri()})
        client.diagnostics(path, lambda items: not items)
        self.assertEqual(client.end(), 0)

    def test_several_folders_and_removing_one(self):
        first = self.write("one/a kernel.py", RACY)
        second = self.write("two/kernel.py", RACY)
        client = self.connect()
        client.start([first.parent])
        client.diagnostics(first, len)
        client.notify("workspace/didChangeWorkspaceFolders", event={
            "added": [{"uri": second.parent.as_uri(), "name": "two"}], "removed": []})
        client.diagnostics(second, len)
        client.notify("workspace/didChangeWorkspaceFolders", event={
            "added": [], "removed": [{"uri": first.parent.as_uri(), "name": "one"}]})
        client.diagnostics(first, lambda items: not items)
        self.assertEqual(client.end(), 0)

    def test_columns_are_utf16(self):
        text = ("class C {\n  @javax.annotation.concurrent.GuardedBy(\"this\") int x;\n"
                "  String g() { return \"\U0001F600\u00e9\" + x; }\n}\n")
        path = self.write("C.java", text)
        client = self.connect()
        client.start([self.folder])
        client.open(path)
        places = [place for d in client.diagnostics(path, len) for place in
                  [d["range"], *[r["location"]["range"] for r in d["relatedInformation"]]]]
        line = text.split("\n")[2]
        wanted = utf16(line[:line.index("x;")])
        self.assertIn({"line": 2, "character": wanted}, [p["start"] for p in places])
        hover = client.hover(path, {"line": 2, "character": wanted})
        self.assertIn("java-guarded-by", hover["contents"]["value"])
        self.assertEqual(client.end(), 0)


class Configuration(LspTest):
    def test_a_changed_deadheat_toml(self):
        path = self.write("kernel.py", RACY)
        client = self.connect()
        client.start([self.folder])
        client.diagnostics(path, len)
        config = self.write("deadheat.toml", '[rules]\nexo-race = "off"\n')
        client.notify("workspace/didChangeWatchedFiles", changes=[{"uri": config.as_uri(), "type": 1}])
        client.diagnostics(path, lambda items: not items)
        config.write_text("nonsense = 1\n")
        client.notify("workspace/didChangeWatchedFiles", changes=[{"uri": config.as_uri(), "type": 2}])
        message = client.wait_for(lambda m: m.get("method") == "window/showMessage")
        self.assertIn("nonsense", message["params"]["message"])
        self.assertEqual(client.end(), 0)

    def test_settings_are_asked_for(self):
        path = self.write("kernel.py", RACY)
        client = self.connect()
        client.ask("initialize", processId=None, rootUri=self.folder.as_uri(),
                   capabilities={"workspace": {"configuration": True}})
        client.notify("initialized")
        asked = client.messages.get(timeout=300)
        self.assertEqual(asked["method"], "workspace/configuration")
        client.send({"id": asked["id"], "result": [{"minConfidence": "high", "checkOnChange": True}]})
        message = client.wait_for(lambda m: m.get("method") == "window/showMessage")
        self.assertIn("minConfidence", message["params"]["message"])
        client.diagnostics(path, len)
        self.assertEqual(client.end(), 0)

    def test_what_cannot_be_parsed_is_shown(self):
        path = self.write("Broken.java", "class C { int x = ; void }")
        client = self.connect()
        client.start([self.folder])
        client.open(path)
        self.assertEqual({d["severity"] for d in client.diagnostics(path, len)}, {1})
        self.assertEqual(client.end(), 0)


class Actions(LspTest):
    def test_a_fix(self):
        path = self.folder / "stencil_racy.py"
        shutil.copy(ROOT / "examples/exo/stencil_racy.py", path)
        client = self.connect()
        client.start([self.folder], {"debounceMilliseconds": 10})
        client.open(path)
        item = client.diagnostics(path, len)[0]
        fix = next(a for a in client.actions(path, item) if a.get("isPreferred"))
        client.change(path, apply(path.read_text(), fix["edit"]["changes"][path.as_uri()]), 2)
        client.diagnostics(path, lambda items: not items)
        # The text is another one now: the old fix is not offered for it.
        self.assertFalse(client.actions(path, item))
        self.assertEqual(client.end(), 0)

    def test_the_page_of_a_rule(self):
        path = self.write("kernel.py", RACY)
        client = self.connect()
        client.start([self.folder])
        client.open(path)
        item = client.diagnostics(path, len)[0]
        action = next(a for a in client.actions(path, item) if a["title"] == "Explain exo-race")
        asked = client.request("workspace/executeCommand", command=action["command"]["command"],
                               arguments=action["command"]["arguments"])
        shown = client.wait_for(lambda m: m.get("method") == "window/showDocument")
        self.assertIn("exo-race", pathlib.Path(shown["params"]["uri"].removeprefix("file://")).read_text())
        self.assertIn("result", client.answer(asked))
        refused = client.ask("workspace/executeCommand", command="deadheat.openRulePage", arguments=["../../etc"])
        self.assertIn("unknown rule", refused["error"]["message"])
        self.assertEqual(client.end(), 0)

    def test_progress_and_cancellation(self):
        self.write("kernel.py", RACY)
        client = self.connect()
        client.start([self.folder])
        begin = client.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "begin")
        client.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end"
                        and m["params"]["token"] == begin["params"]["token"])
        asked = client.request("workspace/executeCommand", command="deadheat.check", arguments=[])
        client.notify("$/cancelRequest", id=asked)
        self.assertEqual(client.answer(asked)["error"]["code"], -32800)
        self.assertEqual(client.ask("workspace/executeCommand", command="deadheat.check",
                                    arguments=[])["result"], {"findings": 1})
        self.assertEqual(client.end(), 0)


class BadMessages(LspTest):
    def test_order_of_life(self):
        client = self.connect()
        self.assertEqual(client.ask("textDocument/hover")["error"]["code"], -32002)
        client.start()
        self.assertEqual(client.ask("initialize")["error"]["code"], -32600)
        self.assertEqual(client.ask("no/such")["error"]["code"], -32601)
        self.assertEqual(client.ask("textDocument/hover", position=3)["error"]["code"], -32602)
        client.notify("exit")
        self.assertEqual(client.close(), 1)

    def test_broken_bytes(self):
        client = self.connect()
        client.send_bytes(b"Content-Length: 5\r\n\r\n{nope")
        self.assertEqual(client.wait_for(lambda m: True)["error"]["code"], -32700)
        client.send_bytes(b"Content-Type: x\r\n\r\n")
        self.assertEqual(client.wait_for(lambda m: True)["error"]["code"], -32700)
        client.send_bytes(b"Content-Length: 99999999999999\r\n\r\n")
        self.assertEqual(client.wait_for(lambda m: True)["error"]["code"], -32700)
        deep = b"[" * 200000 + b"]" * 200000
        for content in (deep, b'{"id":1,"method":"initialize","params":{"initializationOptions":%s}}' % deep):
            client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)
            client.wait_for(lambda m: True)
        client.notify("workspace/didChangeConfiguration", settings=[])
        self.assertEqual(client.end(), 0)

    def test_random_messages(self):
        """Valid framing, valid methods, parameters of every wrong shape: always an answer, never an end."""
        rng = random.Random(17)
        path = self.write("kernel.py", RACY)
        client = self.connect()
        init = client.start([self.folder])
        self.assertEqual(init["capabilities"]["positionEncoding"], "utf-16")
        requests = ["textDocument/hover", "textDocument/codeAction", "workspace/executeCommand", "x"]
        notes = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
                 "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration",
                 "workspace/didChangeWatchedFiles", "window/workDoneProgress/cancel", "$/cancelRequest"]
        keys = ["textDocument", "uri", "position", "range", "start", "end", "line", "character", "text", "version",
                "contentChanges", "event", "added", "removed", "settings", "deadheat", "changes", "token", "id",
                "command", "arguments", "minConfidence", "context"]
        leaves = [None, True, -1, 1.5, 2**70, 2**31, "", "file://", "file:///%zz", "file:///%00", path.as_uri(),
                  "untitled:x", "deadheat.openRulePage", [], {}, "\ud83d"]

        def value(depth):
            if depth == 0 or rng.random() < 0.3:
                return rng.choice(leaves)
            if rng.random() < 0.2:
                return [value(depth - 1) for _ in range(rng.randrange(3))]
            return {rng.choice(keys): value(depth - 1) for _ in range(rng.randrange(5))}

        def known():
            return {"textDocument": {"uri": rng.choice([path.as_uri(), value(1)]), "text": rng.choice([RACY, value(1)]),
                                     "version": value(1)},
                    "position": {"line": rng.choice([3, 99, value(1)]), "character": rng.choice([8, 10**9, value(1)])},
                    "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": value(0)}},
                    "contentChanges": rng.choice([[{"text": CLEAN}], value(2)])}

        for _ in range(1500):
            params = known() if rng.random() < 0.4 else value(4)
            if rng.random() < 0.5:
                client.notify(rng.choice(notes), **(params if isinstance(params, dict) else {}))
            else:
                asked = client.request(rng.choice(requests), **(params if isinstance(params, dict) else {}))
                # Half a surrogate pair is no JSON text: then the answer has no id.
                answer = client.wait_for(lambda m, asked=asked: "method" not in m and m["id"] in (asked, None))
                self.assertTrue("result" in answer or "error" in answer)
        self.assertEqual(client.end(), 0)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
