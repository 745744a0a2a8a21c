#!/usr/bin/env python3
"""The case runner itself: it must fail on a missing, an extra and a moved finding, and rewrite directives."""
import pathlib
import tempfile
import unittest

import case_comments
import run_cases


def finding(rule, line, level="error", accesses=(), path="x.py"):
    return {"rule": rule, "level": level, "message": "two threads write A[0]", "confidence": 90,
            "place": {"path": path, "line": line}, "related": [],
            "accesses": [{"kind": kind, "place": {"path": path, "line": at}} for kind, at in accesses]}


def report(*findings, diagnostics=()):
    return {"findings": list(findings), "diagnostics": list(diagnostics)}


class CaseRunnerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.case = pathlib.Path(self.folder.name, "x.py")

    def problems(self, text, result, status):
        self.case.write_text(text)
        return run_cases.compare(run_cases.Wanted(case_comments.read_case(self.case)), result, status)

    def test_expected_finding_passes(self):
        race = finding("exo-race", 1, accesses=[("write", 1), ("read", 2)])
        self.assertEqual([], self.problems("a # expect: exo-race\nb # access: read\n", report(race), 1))

    def test_missing_extra_and_moved_findings_fail(self):
        text = "a # expect: exo-race\nb\n"
        self.assertIn("missing", self.problems(text, report(), 0)[0])
        self.assertEqual(2, len(self.problems(text, report(finding("exo-race", 2)), 1)))
        self.assertIn("unexpected", self.problems("a\n", report(finding("exo-race", 1)), 1)[0])

    def test_accesses_are_compared_once_named(self):
        race = finding("exo-race", 1, accesses=[("write", 1), ("read", 2), ("read", 3)])
        problems = self.problems("a # expect: exo-race\nb # access: read\nc\n", report(race), 1)
        self.assertEqual(["x.py:3: exo-race at 1 has an unexpected read access here"], problems)
        problems = self.problems("a # expect: exo-race\nb # access: write\nc # access: read\n", report(race), 1)
        self.assertEqual(2, len(problems))

    def test_level_and_text(self):
        race = finding("exo-race", 1, level="note")
        self.assertEqual([], self.problems('a # expect: exo-race note "A[0]"\n', report(race), 0))
        self.assertTrue(self.problems("a # expect: exo-race error\n", report(race), 0))
        self.assertTrue(self.problems('a # expect: exo-race "B[0]"\n', report(race), 0))

    def test_confidence_is_bounded(self):
        race = finding("exo-race", 1)
        race["confidence"] = 50
        self.assertEqual([], self.problems("a # expect: exo-race error confidence>=50 confidence<51\n", report(race), 1))
        self.assertTrue(self.problems("a # expect: exo-race confidence<50\n", report(race), 1))
        self.assertTrue(self.problems("a # expect: exo-race confidence>=51\n", report(race), 1))
        with self.assertRaises(SystemExit):
            self.problems("a # expect: exo-race confidence>50\n", report(race), 1)

    def test_status_and_diagnostics(self):
        bad = {"severity": "error", "message": "unknown name q", "place": {"path": "x.py", "line": 1}}
        self.assertEqual([], self.problems("a # expect-diagnostic: unknown name\n", report(diagnostics=[bad]), 3))
        self.assertTrue(self.problems("a\n", report(diagnostics=[bad]), 3))
        self.assertTrue(self.problems("a\n", report(), 3))

    def test_ok_means_not_found(self):
        self.assertTrue(self.problems("a # ok: exo-race\nb # expect: exo-race\n", report(finding("exo-race", 2)), 1))

    def test_rewriting_gives_what_was_found(self):
        race = finding("exo-race", 2, accesses=[("write", 2), ("read", 1)])
        self.case.write_bytes(b"a # keep me\r\nb # expect: exo-race; ok: exo-vacuous\nc # expect: exo-race\n")
        case_comments.rewrite_case(self.case, report(race))
        self.assertEqual(b"a # keep me  # access: read\r\nb  # expect: exo-race; ok: exo-vacuous\nc\n",
                         self.case.read_bytes())

    def test_smalltalk_strings_are_comments(self):
        found = case_comments.comment_of('x := 1. "expect: smalltalk-race"', ['"'])
        self.assertEqual("expect: smalltalk-race", found[2])


if __name__ == "__main__":
    unittest.main()
