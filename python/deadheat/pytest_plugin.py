"""`pytest --deadheat-exo`: every Procedure with a par loop that a test makes is checked; a race fails the test."""
import pytest

from . import checks, interchange
from .report import RaceError, UndecidedError


def pytest_addoption(parser):
    group = parser.getgroup("deadheat")
    group.addoption("--deadheat-exo", action="store_true",
                    help="check every Exo procedure with a par loop that the tests make for races")


def pytest_configure(config):
    if config.getoption("--deadheat-exo"):
        config.pluginmanager.register(_Watcher(), "deadheat-exo-watcher")


class _Watcher:
    """Collects procedures as they are made and checks those with a par loop: at the end of the test that made them, or
    of the collection of the file that makes them when it is imported."""

    def __init__(self):
        self._made = []
        self._clean = {}  # by text: whether it is free of races; equal procedures are checked and counted once
        self._races = 0
        self._undecided = 0
        self._problem = ""
        self._watch()

    def _watch(self):
        try:
            from exo.API import Procedure
        except ImportError:
            self._problem = "exo-lang is not installed: nothing to check"
            return
        original = Procedure.__init__
        made = self._made

        def watched(procedure, *args, **kwargs):
            original(procedure, *args, **kwargs)
            made.append(procedure)

        Procedure.__init__ = watched

    def _check(self):
        """The first race, or what was not decided, of the procedures that were made since the last call."""
        made, self._made[:] = list(self._made), []
        failure = None
        for procedure in made:
            failure = self._check_one(procedure) or failure
        return failure

    def _check_one(self, procedure):
        if not interchange.has_parallel_loop(procedure._loopir_proc):
            return None
        text = interchange.Text()
        text.proc(procedure._loopir_proc)
        if self._clean.get(text.text):
            return None
        report = checks.check_all([procedure])  # again for a race: every test that makes it fails
        if text.text not in self._clean:
            self._clean[text.text] = bool(report)
            self._races += bool(report.races)
            self._undecided += not report.races and not report.complete
        if report.races:
            return RaceError(report)
        return None if report.complete else UndecidedError(report)

    def _check_after(self, outcome):
        try:
            failure = self._check()
            if failure is not None:  # without the frames of pytest, which say nothing about the race
                failure = pytest.fail.Exception(str(failure), pytrace=False)
        except Exception as error:  # of the check itself
            failure = error
        if failure is None or outcome.excinfo is not None:  # a test that has failed already keeps its own reason
            return
        if not hasattr(outcome, "force_exception"):
            raise failure
        outcome.force_exception(failure)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        self._check_after((yield))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item):
        self._check_after((yield))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        report = (yield).get_result()
        failure = self._check()
        if failure is not None and report.passed:
            report.outcome = "failed"
            report.longrepr = str(failure)
            report.result = []

    def pytest_terminal_summary(self, terminalreporter):
        line = self._problem or (f"{len(self._clean)} procedures with par loops checked, {self._races} with races, "
                                 f"{self._undecided} not decided")
        terminalreporter.write_line(f"deadheat: {line}")
