"""The Python package against the real Exo. Skipped, with a word, where exo-lang or the program is not installed."""
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

try:
    import exo  # noqa: F401
    import deadheat
    deadheat.find_program()
    MISSING = ""
except ImportError as error:
    MISSING = f"not installed: {error.name}"
except Exception as error:  # the program
    MISSING = str(error)

if not MISSING:
    from deadheat import interchange
    from kernels import MEMORIES, calls, copy, fused, in_memory, scaled, shift, with_static


@unittest.skipIf(MISSING, MISSING)
class CheckTest(unittest.TestCase):
    def test_a_safe_loop_gives_a_report(self):
        from exo.stdlib.scheduling import parallelize_loop
        report = deadheat.check(parallelize_loop(shift, shift.find_loop("i #1")))
        self.assertTrue(report)
        self.assertIn("no race", repr(report))

    def test_a_race_is_raised_with_cursors_and_places(self):
        from exo.stdlib.scheduling import parallelize_loop
        racy = parallelize_loop(shift, shift.find_loop("i #0"))
        with self.assertRaises(deadheat.RaceError) as caught:
            deadheat.check(racy)
        error = caught.exception
        self.assertIn("can write a[i] while another reads a[i + 1]", str(error))
        self.assertEqual({access.kind for access in error.accesses}, {"read", "write"})
        for access in error.accesses:
            self.assertTrue(access.filename.endswith("kernels.py"))
            self.assertEqual(str(access.cursor), str(racy.find("a[_] = _")))
        self.assertEqual(error.report.races[0].witness["cell"], "a[1]")
        self.assertIn("<pre", error._repr_html_())
        self.assertRegex(error._repr_html_(), r"iteration writes a\[i\]; the second iteration reads a\[i \+ 1\]")
        markdown = error._repr_markdown_()
        self.assertIn("`exo-race`", markdown)
        self.assertIn("with n = 2, cell = a[1]; first iteration: i = 1; second iteration: i = 0", markdown)

    def test_a_report_speaks_of_the_procedure(self):
        with self.assertRaises(deadheat.RaceError) as caught:
            deadheat.parallel(shift, "i")
        self.assertNotIn("shift_loop", str(caught.exception) + caught.exception._repr_html_())
        self.assertNotIn("calls_loop", str(deadheat.parallelizable(calls)[0].finding.__dict__))
        self.assertIn("<details><summary>class DRAM", caught.exception._repr_html_())

    def test_loops_that_may_be_parallel(self):
        verdicts = deadheat.parallelizable(shift)
        self.assertEqual([bool(one) for one in verdicts], [False, True])
        self.assertIn("while another reads", verdicts[0].reason)
        self.assertIn("| `i #1` | yes |", verdicts._repr_markdown_())
        self.assertEqual(str(shift.find_loop(verdicts[1].name)), str(verdicts[1].loop))

    def test_parallel_refuses_a_race(self):
        self.assertIn("par(0, n)", str(deadheat.parallel(shift, "i #1")))
        with self.assertRaises(deadheat.RaceError):
            deadheat.parallel(shift, "i")

    def test_instructions_configs_and_memories(self):
        self.assertTrue(deadheat.check(deadheat.parallel(fused, "io")))
        with self.assertRaises(deadheat.RaceError) as caught:
            deadheat.parallel(with_static, "i")
        self.assertIn("use a stack memory", str(caught.exception))
        self.assertTrue(deadheat.parallel(scaled, "i"))

    def test_a_race_in_a_callee_is_of_the_loop_that_calls_it(self):
        self.assertEqual([bool(one) for one in deadheat.parallelizable(calls)], [False])
        with self.assertRaises(deadheat.RaceError) as caught:
            deadheat.parallel(calls, "i")
        self.assertEqual(caught.exception.accesses[0].procedure, "add_one")
        self.assertEqual(str(caught.exception.accesses[0].cursor), str(calls.find("add_one(_)")))

    def test_a_memory_is_what_its_c_text_says(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            verdicts = {name: bool(deadheat.parallelizable(in_memory(memory))[0]) for name, memory in MEMORIES.items()}
        self.assertEqual(printed.getvalue(), "")
        self.assertEqual(verdicts, {"aligned": False, "derived": False, "stack": True, "thread_local": True, "mixed": True,
                                    "tile": False})

    def test_the_stub_writes_what_exo_writes(self):
        """The stub stands for Exo in the test of the pytest plug-in."""
        from exo.stdlib.scheduling import parallelize_loop
        program = ("import sys; sys.path[:0] = sys.argv[1:]; from exo.kernels import copy; "
                   "from deadheat.interchange import Text; text = Text(); text.proc(copy(racy=True)._loopir_proc); "
                   "print(text.text, end='')")
        here = pathlib.Path(__file__).resolve().parent
        stub = subprocess.run([sys.executable, "-c", program, here / "stub", here.parent], capture_output=True, text=True,
                              check=True).stdout
        text = interchange.Text()
        text.proc(parallelize_loop(copy, copy.find_loop("i"))._loopir_proc)
        self.assertEqual(stub, text.text)

    def verdicts_with(self, diagnostic):
        """Of the two loops of `shift`, when the program also reports this one."""
        real = deadheat.find_program()
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text(f"#!{sys.executable}\nimport json, subprocess, sys\n"
                               f"report = json.loads(subprocess.run([{real!r}, *sys.argv[1:]], capture_output=True).stdout)\n"
                               f"report['diagnostics'].append({diagnostic!r})\nprint(json.dumps(report))\nsys.exit(3)\n")
            program.chmod(0o755)
            with unittest.mock.patch.dict(os.environ, DEADHEAT_BINARY=str(program)):
                with self.assertRaises(deadheat.CheckError):
                    deadheat.parallel(shift, "i #1")
                return deadheat.parallelizable(shift)

    def test_an_error_without_a_place_leaves_no_loop_decided(self):
        limit = {"severity": "error", "place": None, "message": "out of memory in the phase 'check'"}
        self.assertEqual([bool(one) for one in self.verdicts_with(limit)], [False, False])
        self.assertIn("while another reads", self.verdicts_with(limit)[0].reason)
        self.assertEqual(self.verdicts_with(limit)[1].reason, "out of memory in the phase 'check'")

    def test_an_error_in_a_callee_leaves_no_loop_decided(self):
        callee = {"severity": "error", "place": {"path": "exo:shift", "line": 1, "column": 1}, "message": "too large"}
        self.assertEqual([one.reason for one in self.verdicts_with(callee)][1], "too large")

    def test_reasons_name_the_loop(self):
        self.assertIn("of the loop i can", deadheat.parallelizable(shift)[0].reason)

    def test_not_a_procedure(self):
        with self.assertRaises(TypeError):
            deadheat.check("shift")


if __name__ == "__main__":
    unittest.main()
