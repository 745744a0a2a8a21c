#!/usr/bin/env python3
"""The program as a user meets it: exit statuses, messages, configuration, bad input."""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import unittest

import program
from program import CLEAN, RACY, ProgramTest


class CommandLineTest(ProgramTest):
    def test_version_and_help(self):
        self.expect(0, "--version", out="deadheat ")
        self.expect(0, "--help", out="check")
        for command in ("check", "run", "replay", "ir", "rules", "explain", "tools"):
            self.expect(0, command, "--help", out="Usage: deadheat " + command)
        self.expect(2, out="Usage:")

    def test_usage_errors(self):
        self.expect(2, "nonsense", err="nonsense")
        self.expect(2, "check", "--format", "yaml", err="yaml")
        self.expect(2, "check", "--output", "sarif", err="FORMAT=PATH")
        self.expect(2, "check", "--output", "yaml=x", err="no format 'yaml'")
        self.expect(2, "check", "--time-limit", "soon", err="expected a time")
        self.expect(2, "check", "--language", "cobol", err="cobol")
        self.expect(2, "check", "missing/path", err="missing/path: no such file or folder")
        self.expect(2, "explain", "no-such-rule", err="unknown rule 'no-such-rule'")

    def test_standard_input(self):
        self.expect(1, "check", "-", "--language", "exo", stdin=RACY, out="<stdin>:4:9")
        self.expect(1, "check", "-", "--language", "exo", "--stdin-path", "lib/a.py", stdin=RACY, out="lib/a.py:4:9")
        self.expect(0, "check", "-", "--language", "exo", stdin=CLEAN)
        self.expect(0, "check", "-", "--language", "java", stdin="class A { }")
        self.expect(2, "check", "-", stdin=RACY, err="'check -' needs --language")
        self.expect(2, "check", "-", ".", "--language", "exo", stdin=RACY, err="'-' is the only path")

    def test_standard_input_is_configured_by_the_folder_of_its_path(self):
        self.write("lib/deadheat.toml", "[rules]\nexo-race = \"off\"\n")
        self.expect(1, "check", "-", "--language", "exo", "--stdin-path", "a.py", stdin=RACY)
        self.expect(0, "check", "-", "--language", "exo", "--stdin-path", "lib/a.py", stdin=RACY)

    def test_rules_and_explain(self):
        rules = self.expect(0, "rules").stdout.split("\n")
        self.assertTrue(any(line.startswith("unused-ignore") for line in rules))
        self.expect(0, "explain", "unused-ignore", out="# unused-ignore")

    def test_nothing_analysed_is_not_clean(self):
        sentence = "nothing was analysed: . holds no files of a language that deadheat reads"
        self.expect(3, "check", ".", out="incomplete: 1 part not analysed", err=sentence)
        self.expect(0, "check", ".", "--allow-empty", err="nothing was analysed in .")
        self.write("notes.txt", "no program\n")
        self.expect(3, "check", ".", err=sentence)
        self.expect(3, "check", "notes.txt", err="nothing was analysed: notes.txt")
        self.write("clean.py", CLEAN)
        self.expect(3, "check", "--exclude", "*.py", ".", err=sentence)
        self.expect(3, "check", "--include", "*.erl", ".", err=sentence)
        self.expect(3, "check", "--language", "java", ".", err=sentence)
        self.write("empty/notes.txt", "")
        self.expect(3, "check", ".", "empty", out="incomplete: 1 part not analysed",
                    err="nothing was analysed: empty holds no files")
        self.expect(0, "check", ".", "empty", "--allow-empty", err="nothing was analysed in empty")
        self.expect(3, "check", "clean.py", "empty", err="nothing was analysed: empty holds no files")
        self.write("racy.py", RACY)
        self.expect(1, "check", "racy.py", "empty", err="nothing was analysed: empty holds no files")


class ConfigurationTest(ProgramTest):
    def test_errors_have_lines(self):
        self.write("deadheat.toml", "[rules]\nexo-race = \"loud\"\n")
        self.expect(2, "check", ".", err="deadheat.toml:2:1")
        self.write("deadheat.toml", "[rules]\nno-rule = \"off\"\n")
        self.expect(2, "check", ".", err="unknown rule 'no-rule'")
        self.write("deadheat.toml", "[path]\n")
        self.expect(2, "check", ".", err="did you mean 'paths'?")
        self.write("deadheat.toml", "[report]\nmin-confidence = \"high\"\n")
        self.expect(2, "check", ".", err="must be an integer")
        self.write("deadheat.toml", "[paths\n")
        self.expect(2, "check", ".", err="deadheat.toml:1")

    def test_the_nearest_file_counts(self):
        self.write("deadheat.toml", "broken = = \n")
        self.write("inner/deadheat.toml", "")
        self.write("inner/clean.py", CLEAN)
        self.expect(0, "check", "inner")
        self.expect(2, "check", ".")


class ProjectsTest(ProgramTest):
    """Paths with different configurations: each finding follows that of its own project."""

    def setUp(self):
        super().setUp()
        self.write("a/racy.py", RACY)
        self.write("b/racy.py", RACY)

    def test_each_project_says_what_fails(self):
        self.write("a/deadheat.toml", "[rules]\nexo-race = \"note\"\n[report]\nfail-on = \"error\"\n")
        self.write("b/deadheat.toml", "[rules]\nexo-race = \"note\"\n[report]\nfail-on = \"note\"\n")
        self.expect(0, "check", "a")
        self.expect(1, "check", "b")
        self.expect(1, "check", "a", "b")
        self.expect(1, "check", "b", "a")
        self.expect(0, "check", "a", "b", "--fail-on", "error")

    def test_each_project_says_what_is_shown(self):
        self.write("a/racy2.py", RACY.replace("racy", "racy2"))
        self.write("a/deadheat.toml", "[report]\ntop = 1\n")
        self.write("b/racy2.py", RACY.replace("racy", "racy2"))
        self.write("b/deadheat.toml", "[rules]\nunused-ignore = \"off\"\n")
        self.write("b/clean.py", CLEAN + "# deadheat: ignore exo-race -- not needed\n")
        self.write("a/clean.py", CLEAN + "# deadheat: ignore exo-race -- not needed\n")

        def shown(*paths):
            report = json.loads(self.run_program("check", "--format", "json", *paths).stdout)
            return sorted((f["place"]["path"], f["place"]["line"], f["rule"]) for f in report["findings"])

        self.assertEqual(1, len(shown("a")))
        self.assertEqual(2, len(shown("b")))
        self.assertEqual(sorted(shown("a") + shown("b")), shown("a", "b"))


class FindingsTest(ProgramTest):
    def test_statuses(self):
        self.write("racy.py", RACY)
        self.write("clean.py", CLEAN)
        self.expect(1, "check", ".", out="exo-race")
        self.expect(0, "check", "clean.py")
        self.expect(0, "check", "--exclude", "racy.py", ".")

    def test_findings_do_not_hide_behind_incompleteness(self):
        self.write("racy.py", RACY)
        self.write("broken.py", CLEAN.replace("=", "= ="))
        self.expect(1, "check", ".", out="exo-race", err="broken.py")
        self.expect(1, "check", ".", out="incomplete: 1 part not analysed")
        self.expect(1, "check", ".", "--allow-incomplete", out="incomplete: 1 part not analysed (1 accepted)")
        self.write("racy.py", CLEAN)
        self.expect(3, "check", ".", out="incomplete: 1 part not analysed")
        self.expect(0, "check", ".", "--allow-incomplete", out="(1 accepted)")
        self.write("racy.py", RACY)
        self.write("deadheat.toml", "[rules]\nexo-race = \"note\"\n")
        self.expect(3, "check", ".", out="exo-race")  # nothing at or above --fail-on
        summary = json.loads(self.expect(1, "check", ".", "--fail-on", "note", "--format", "json").stdout)["summary"]
        self.assertEqual((True, {"all": 1, "accepted": 0}), (summary["incomplete"], summary["incomplete_parts"]))

    def test_accepted_incompleteness(self):
        self.write("clean.py", CLEAN)
        self.write("old/broken.py", CLEAN.replace("=", "= ="))
        for table in ("allow = true", "paths = ['old/**']", "paths = ['broken.py']", "messages = ['syntax error']"):
            self.write("deadheat.toml", f"[incomplete]\n{table}\n")
            self.expect(0, "check", ".", out="incomplete: 1 part not analysed (1 accepted)", err="broken.py")
            self.expect(0, "check", str(self.folder), "--format", "json")
        for table in ("allow = false", "paths = ['new/**']", "messages = ['no such words']"):
            self.write("deadheat.toml", f"[incomplete]\n{table}\n")
            self.expect(3, "check", ".", out="incomplete: 1 part not analysed\n")
        self.write("deadheat.toml", "[incomplete]\npath = ['x']\n")
        self.expect(2, "check", ".", err="did you mean 'paths'?")

    def test_notes_do_not_change_the_status(self):
        self.write("clean.py", CLEAN.replace("    for t", "    mystery(A)\n    for t"))
        self.expect(0, "check", ".", err="'mystery' is not known")

    def test_levels_can_be_changed(self):
        self.write("racy.py", RACY)
        self.write("deadheat.toml", "[rules]\nexo-race = \"note\"\n")
        self.expect(0, "check", ".", out="note")
        self.expect(1, "check", "--fail-on", "note", ".")
        self.write("deadheat.toml", "[rules]\nexo-race = \"off\"\n")
        self.assertNotIn("exo-race", self.expect(0, "check", ".").stdout)

    def test_the_confidence_is_explained_on_request(self):
        self.write("racy.py", RACY)
        plain = self.expect(1, "check", ".", out="= confidence: 100: decided exactly").stdout
        self.assertNotIn("exo-replayed", plain)
        self.expect(1, "check", "--explain-confidence", ".", out="+100 decided exactly")
        self.expect(1, "check", "--explain-confidence", ".", out="(exo-replayed)")

    def test_weights_of_confidence_can_be_changed(self):
        self.write("racy.py", RACY)
        self.write("deadheat.toml", "[confidence]\nexo-replayed = 40\n")
        result = self.expect(0, "check", "--format", "json", ".")
        finding = json.loads(result.stdout)["findings"][0]
        self.assertEqual(("note", 40), (finding["level"], finding["confidence"]))
        self.assertEqual([("exo-replayed", 40)], [(r["factor"], r["weight"]) for r in finding["reasons"]])
        self.write("deadheat.toml", "[confidence]\n\nexo-repeated = 40\n")
        self.expect(2, "check", ".", err="deadheat.toml:3:1")
        self.expect(2, "check", ".", err="unknown confidence factor 'exo-repeated'")

    def test_each_path_has_its_own_configuration(self):
        self.write("a/racy.py", RACY)
        self.write("b/racy.py", RACY)
        self.write("a/deadheat.toml", "[rules]\nexo-race = \"off\"\n")
        result = self.expect(1, "check", "a", "b", "--format", "json")
        self.assertEqual(["b/racy.py"], [f["place"]["path"] for f in json.loads(result.stdout)["findings"]])

    def test_ignores(self):
        self.write("racy.py", RACY.replace("= 1.0", "= 1.0  # deadheat: ignore exo-race -- shown in a test"))
        self.expect(0, "check", ".")
        self.write("racy.py", CLEAN.replace("= 1.0", "= 1.0  # deadheat: ignore exo-race -- stale"))
        self.expect(0, "check", ".", out="unused ignore comment")

    def test_baseline(self):
        self.write("racy.py", RACY)
        self.expect(1, "check", ".", "--write-baseline", "known.json")
        self.expect(0, "check", ".", "--baseline", "known.json")
        self.write("racy.py", "\n\n# moved\n" + RACY)
        self.expect(0, "check", ".", "--baseline", "known.json")
        self.write("racy.py", RACY + RACY.replace("racy", "second"))
        self.expect(1, "check", ".", "--baseline", "known.json", out="second")
        self.write("bad.json", "{")
        self.expect(2, "check", ".", "--baseline", "bad.json", err="bad.json")
        self.expect(2, "check", ".", "--baseline", "none.json", err="none.json")

    def test_outputs(self):
        self.write("racy.py", RACY)
        self.expect(1, "check", ".", "--output", "json=out.json", "--output", "text=out.txt")
        self.assertEqual(1, len(json.loads((self.folder / "out.json").read_text())["findings"]))
        self.expect(2, "check", ".", "--output", "json=no/such/folder/out.json", err="no/such/folder")

    def test_same_bytes_for_any_number_of_jobs(self):
        for i in range(50):
            self.write(f"k{i}.py", RACY if i % 3 else CLEAN)
        for kind in ("json", "sarif", "html", "github"):
            one = self.run_program("check", "-j1", "--format", kind, ".").stdout
            for _ in range(3):
                self.assertEqual(one, self.run_program("check", "-j2", "--format", kind, ".").stdout)

    def test_colour(self):
        self.write("racy.py", RACY)
        self.assertNotIn("\033[", self.run_program("check", ".").stdout)
        self.assertIn("\033[", self.run_program("check", "--color", "always", ".").stdout)
        plain = self.run_program("check", "--color", "always", ".", environment={"NO_COLOR": "1"})
        self.assertNotIn("\033[", plain.stdout)


class SmallIrTest(ProgramTest):
    """deadheat ir prints what deadheat check reads, and LLVM takes it for its own."""
    # Two nested threads over captured variables: the shape of the paper's second listing.
    NESTED = ("| first second |\nfirst := 0.\nsecond := 0.\n[\n  | a b |\n  a := first.\n  b := a.\n"
              "  [ second := a + b ] forkAt: 20\n] forkAt: 10.\nfirst := second.\n")

    def printed(self):
        self.write("nested.ws", self.NESTED)
        text = self.expect(0, "ir", "nested.ws", out="define i8* @main").stdout
        self.write("nested.ll", text)
        return text

    def test_reads_what_it_prints(self):
        text = self.printed()
        self.assertEqual(text, self.expect(0, "ir", "nested.ll").stdout)
        self.assertIn("st.anonfun.1*", text)
        self.expect(2, "ir", ".", err="one module at a time")

    def test_llvm_takes_it(self):
        if not shutil.which("llvm-as") or not shutil.which("opt"):
            self.skipTest("no llvm-as or opt")
        text = self.printed()
        subprocess.run(["llvm-as", "nested.ll", "-o", "nested.bc"], cwd=self.folder, check=True)
        subprocess.run(["opt", "-passes=verify", "-S", "nested.bc", "-o", "again.ll"], cwd=self.folder, check=True)
        self.assertEqual(text, self.expect(0, "ir", "again.ll").stdout)

    def test_same_findings_as_from_source(self):
        self.printed()

        def findings(path):
            found = json.loads(self.expect(1, "check", "--format", "json", path).stdout)["findings"]
            return [(f["rule"], f["message"], f["accesses"]) for f in found]

        self.assertGreater(len(findings("nested.ws")), 1)
        self.assertEqual(findings("nested.ws"), findings("nested.ll"))


class BadInputTest(ProgramTest):
    def test_unreadable_file(self):
        path = self.write("racy.py", RACY)
        path.chmod(0)
        self.addCleanup(path.chmod, 0o644)
        if os.access(path, os.R_OK):
            self.skipTest("root reads everything")
        self.expect(3, "check", ".", err="racy.py")

    def test_binary_and_invalid_text(self):
        self.write("binary.exo", bytes(range(256)) * 50)
        self.write("racy.py", RACY.encode() + b"# \xff\xfe\n")
        self.expect(1, "check", ".", out="exo-race", err="binary.exo")

    def test_huge_file(self):
        path = self.write("huge.exo", "")
        with open(path, "wb") as file:
            file.truncate(2 << 30)  # sparse
        self.write("racy.py", RACY)
        self.expect(1, "check", ".", out="exo-race", err="2048 MiB")

    def test_loop_of_links(self):
        self.write("a/racy.py", RACY)
        (self.folder / "a" / "loop").symlink_to(self.folder)
        self.expect(1, "check", ".", out="1 error")

    def test_a_pipe_does_not_block(self):
        os.mkfifo(self.folder / "pipe.exo")
        self.expect(3, "check", "pipe.exo", err="pipe.exo")


class ReplayTest(ProgramTest):
    """Traces with a race and an error after it: the race is reported, then the place of the error."""
    RACE = "main|fork(w)|1\nmain|w(x)|2\nw|w(x)|10\n"
    MASK = (1 << 64) - 1

    def expect_bad(self, path, error, place):
        result = self.expect(1, "replay", "--tools", "FastTrack", path, out="Data race on x", err=error)
        self.assertIn(place, result.stderr)
        self.assertNotIn("DBLK", result.stdout)  # bytes of a binary trace are not source lines
        self.assertIn("FastTrack: 1 event races with an earlier event, 1 distinct location\n", result.stdout)
        return result

    def test_bad_lines(self):
        for line, error in (("main|", "expected thread|operation(target)|location"),
                            ("main|w(x)|seven", "location"),
                            ("main|w|7", "needs a target in parentheses"),
                            ("main|swim(x)|7", "unknown operation 'swim'"),
                            ("main|rel(l)|7", "release of a lock that the thread does not hold"),
                            ("main|join(nobody)|7", "join of an unknown thread"),
                            ("main|join(w)|7\nw|w(x)|8", "event of a thread that has ended")):
            self.write("bad.std", self.RACE + line + "\nmain|w(z)|9\nw|w(z)|9\n")
            result = self.expect_bad("bad.std", error, f"bad.std:{4 + line.count(chr(10))}")
            self.assertNotIn("Data race on z", result.stdout)

    def test_a_trace_is_never_written_over(self):
        for name in ("good.std", "good.trace"):
            self.write("in.std", self.RACE)
            self.expect(0, "replay", "--record", name, "in.std")
            before = (self.folder / name).read_bytes()
            self.assertTrue(before)
            (self.folder / "link").unlink(missing_ok=True)
            (self.folder / "link").symlink_to(name)
            for output in (name, "./" + name, "link"):
                self.expect(2, "replay", "--record", output, name, err="written over")
                self.expect(2, "replay", "--tools", f"Record@file={output}:FastTrack", name, err="written over")
                self.assertEqual((self.folder / name).read_bytes(), before)
        self.expect(2, "replay", "--tools", "Record@file=out.trace", "in.std", "good.std", err="exactly one trace")
        self.expect(2, "replay", "--tools", "Record", "in.std", err="needs a file")
        self.expect(2, "replay", "--tools", "Record@file=out.trace:FastTrack@x=1", "in.std", err="no option 'x'")
        self.assertFalse((self.folder / "out.trace").exists())

    def test_a_record_ends_where_the_replay_does(self):
        self.write("bad.std", self.RACE + "w|rel(l)|7\nw|w(y)|8\n")
        for tools, status in (("FastTrack", 1), ("Empty", 3)):
            self.expect(status, "replay", "--tools", tools, "--record", "out.std", "bad.std", err="bad.std:4")
            self.assertEqual((self.folder / "out.std").read_text(), self.RACE)

    def test_sarif_does_not_read_the_trace_again(self):
        self.write("in.std", self.RACE)
        text = self.expect(1, "replay", "--format", "sarif", "in.std").stdout
        result = json.loads(text)["runs"][0]["results"][0]
        region = result["locations"][0]["physicalLocation"]["region"]
        self.assertEqual((2, 2), (region["startLine"], region["endColumn"]))  # the line's length is not known

    def binary(self):
        filler = "".join(f"main|w(y{i * i % 997})|{i % 31}\n" for i in range(20000))
        self.write("good.std", self.RACE + filler + "w|w(y0)|11\n")
        self.expect(1, "replay", "--tools", "FastTrack", "--record", "good.trace", "good.std", out="Data race on y0")
        return (self.folder / "good.trace").read_bytes()

    def blocks(self, data):
        at = 16
        while at < len(data):
            stored = struct.unpack_from("<I", data, at + 8)[0]
            yield at, data[at:at + 32 + stored]
            at += 32 + stored

    def test_cut_off_and_corrupt_binary(self):
        data = self.binary()
        events = [at for at, block in self.blocks(data) if block[4] == 2]
        self.assertGreater(len(events), 2)
        last = events[-1]  # it has the race on y0
        self.write("cut.trace", data[:last + 40])
        cut = self.expect_bad("cut.trace", f"at byte {last}", "cut off")
        self.assertNotIn("Data race on y0", cut.stdout)
        self.write("corrupt.trace", data[:last + 40] + bytes([data[last + 40] ^ 1]) + data[last + 41:])
        corrupt = self.expect_bad("corrupt.trace", f"at byte {last}", "corrupt")
        self.assertNotIn("Data race on y0", corrupt.stdout)

    def mix(self, h):
        h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9 & self.MASK
        h = (h ^ h >> 27) * 0x94d049bb133111eb & self.MASK
        return h ^ h >> 31

    def block(self, kind, count, body):
        """A block as docs/trace-format.md has it, not compressed."""
        def combine(a, b):
            return self.mix((a + 0x9e3779b97f4a7c15 + self.mix(b)) & self.MASK)
        magic = 0x4b4c4244
        check = combine(combine(magic ^ kind << 32, len(body) << 32 | len(body)), count)
        whole = len(body) // 8 * 8
        for (word,) in struct.iter_unpack("<Q", body[:whole]):
            check = (check ^ word) * 0x9fb21c651e98df25 & self.MASK
            check ^= check >> 35
        check = self.mix(check ^ int.from_bytes(body[whole:], "little"))
        return struct.pack("<IIIIQQ", magic, kind, len(body), len(body), count, check) + body

    def test_id_out_of_range(self):
        names = self.block(1, 4, b"\2\4main\2\1w\1\1x" + b"\x09\7\0\0\0\0")  # threads, a variable, location 7
        # Columns: kind, thread, target, location. start w; writes of x; then a write of a variable without a name; a good one.
        events = self.block(2, 5, bytes([1, 0, 1, 1, 1, 0, 0, 0]) + b"\4\1\1\1\1" + b"\0\0\1\0\0" +
                            b"\1\0\0\7\0" + b"\1\1\1\1\1")
        self.write("id.trace", b"DHTRACE\n" + struct.pack("<II", 1, 0) + names + events + self.block(3, 5, b""))
        self.expect_bad("id.trace", f"at byte {16 + len(names)}", "event 4")

    def test_an_event_that_cannot_be_has_its_number(self):
        names = self.block(1, 5, b"\2\4main\2\1w\1\1x\3\1l" + b"\x09\7\0\0\0\0")
        events = self.block(2, 4, bytes([1, 0, 1, 1, 1, 0, 0, 0]) + b"\4\1\1\3" + b"\0\0\1\1" +
                            b"\1\0\0\0" + b"\1\1\1\1")  # the last: a release
        self.write("order.trace", b"DHTRACE\n" + struct.pack("<II", 1, 0) + names + events + self.block(3, 4, b""))
        result = self.expect_bad("order.trace", "at event 4: release of a lock", "order.trace")
        self.assertNotIn("order.trace:4", result.stderr)


class RunTest(ProgramTest):
    def test_a_mistake_does_not_empty_an_earlier_trace(self):
        self.write("run.trace", "an earlier trace")
        for arguments, error in ((("--tools", "FastTrak", "--", "java", "Main"), "no tool 'FastTrak'"),
                                 (("--", "jaava", "Main"), "jaava"),
                                 (("--children", "--", "./no-such-program"), "no-such-program")):
            self.expect(2, "run", "--record", "run.trace", *arguments, err=error)
            self.assertEqual("an earlier trace", (self.folder / "run.trace").read_text())


WATCHER = """Object subclass: Watcher [
    | lock |
    start [ [ self lock critical: [ 1 ] ] fork. [ self alarm ] forkAt: 60 ]
    alarm [ self lock critical: [ 2 ] ]
    lock [ ^lock ifNil: [ lock := Mutex new ] ]
]
"""


MNESIA = next(pathlib.Path("/usr/lib/erlang/lib").glob("mnesia-*/ebin"), None)


class ErlangTest(ProgramTest):
    @unittest.skipUnless(MNESIA, "Erlang's Mnesia is not here")
    def test_a_whole_application_of_otp(self):
        """Its groups of calls were once taken for calls of one function: a crash."""
        report = json.loads(self.expect(1, "check", "--format", "json", str(MNESIA)).stdout)
        self.assertFalse(report["summary"]["incomplete"], report["diagnostics"])


class SmalltalkTest(ProgramTest):
    def test_both_stacks_begin_where_the_threads_are_started(self):
        self.write("Watcher.st", WATCHER)
        self.write("run.ws", "Watcher new start\n")
        report = json.loads(self.expect(1, "check", "--top", "1", "--format", "json", ".").stdout)
        self.assertEqual(1, len(report["findings"]))
        for access in report["findings"][0]["accesses"]:
            functions = [frame["function"] for frame in access["stack"]]
            self.assertEqual("Watcher>>lock", functions[0].removeprefix("[] in "))
            self.assertEqual(["Watcher>>start", "main"], functions[-2:])

    def test_ten_thousand_forks_say_that_pairs_are_left_out(self):
        self.write("run.ws", "| a |\na := 0.\n" + "[ a := a + 1 ] fork.\n" * 10000)
        self.expect(1, "check", ".", out="further pairs of accesses to 1 variable are not listed")

    def test_an_unknown_platform_is_refused(self):
        self.write("Watcher.st", WATCHER)
        self.write("deadheat.toml", '[smalltalk]\nplatform = "faro"\n')
        self.expect(2, "check", ".", err="deadheat.toml:2")

    def test_code_far_from_the_start_of_a_process_is_analysed(self):
        last = 3000
        chain = "".join(f"    m{n} [ self m{n + 1} ]\n" for n in range(last))
        chain += f"    m{last} [ count := count + 1 ]\n    count [ ^count ]\n"
        self.write("Deep.st", "Object subclass: Deep [\n    | count |\n    start [ [ self m0 ] fork ]\n" + chain + "]\n")
        self.expect(1, "check", ".", "--fail-on", "note", "--min-confidence", "0", out="Deep.count")

    def test_a_package_that_starts_no_process_is_judged_as_a_library(self):
        self.write("Plain.st", "Object subclass: Plain [\n    | x |\n    x: y [ x := y ]\n]\n")
        self.expect(0, "check", ".", err="judged as a library used from several processes")

    def test_library_code_is_used_but_not_reported(self):
        self.write("base/Worker.st", "Object subclass: Worker [\n    | n |\n    run: aBlock [ aBlock fork ]\n"
                   "    bump [ n := 1 ]\n    start [ [ self bump ] fork. self bump ]\n]\n")
        self.write("own/Job.st", "Object subclass: Job [\n    | count |\n"
                   "    begin [ Worker new run: [ count := 1 ] ]\n    reset [ count := 0 ]\n]\n")
        self.write("own/run.ws", "| j |\nj := Job new.\nj begin.\nj reset.\nWorker new start\n")
        self.expect(1, "check", "own", "--library", "base", out="Job.count")
        report = json.loads(self.run_program("check", "own", "--library", "base", "--format", "json").stdout)
        self.assertEqual({"Job.count"}, {finding["shared"]["name"] for finding in report["findings"]})
        self.expect(3, "check", "own", "--library", "nowhere")


if __name__ == "__main__":
    program.main()
