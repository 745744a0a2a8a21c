"""Race detection for Exo procedures.

    deadheat.check(proc)             raises RaceError when threads of a parallel loop can race
    deadheat.parallelizable(proc)    the loops that may be made parallel, with the reason for each that may not
    deadheat.parallel(proc, "io")    parallelize_loop that refuses a race

The package writes the procedure down as text (docs/exo-interchange.md), passes it to the `deadheat` program and reads
its JSON report. It decides nothing itself.
"""
from .checks import LoopVerdict, LoopVerdicts, check, check_all, parallel, parallelizable
from .interchange import Unsupported
from .program import ProgramError, find_program
from .report import Access, CheckError, Finding, RaceError, Report, UndecidedError

__all__ = [
    "Access", "CheckError", "Finding", "LoopVerdict", "LoopVerdicts", "ProgramError", "RaceError", "Report",
    "UndecidedError", "Unsupported", "check", "check_all", "find_program", "parallel", "parallelizable"
]
