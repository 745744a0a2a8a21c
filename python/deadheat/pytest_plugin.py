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
    """Collects procedures as they are made and checks those with a par loop after each test."""

    def __init__(self):
        self._made = []
        self._texts = set()
        self._checked = 0
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

    def _take_parallel(self):
        made, self._made[:] = list(self._made), []
        fresh = []
        for procedure in made:
            if not interchange.has_parallel_loop(procedure._loopir_proc):
                continue
            text = interchange.Text()
            text.proc(procedure._loopir_proc)
            if text.text in self._texts:
                continue
            self._texts.add(text.text)
            fresh.append(procedure)
        return fresh

    def _check(self):
        failure = None
        for procedure in self._take_parallel():
            self._checked += 1
            report = checks.check_all([procedure])
            if report.races:
                self._races += 1
                failure = failure or RaceError(report)
            elif not report.complete:
                self._undecided += 1
                failure = failure or UndecidedError(report)
        if failure is not None:
            raise failure

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        outcome = yield
        try:
            self._check()
        except Exception as error:  # of the check: the test fails unless it has failed already
            if outcome.excinfo is not None:
                return
            if not hasattr(outcome, "force_exception"):
                raise
            outcome.force_exception(error)

    def pytest_terminal_summary(self, terminalreporter):
        line = self._problem or (f"{self._checked} procedures with par loops checked, {self._races} with races, "
                                 f"{self._undecided} not decided")
        terminalreporter.write_line(f"deadheat: {line}")
