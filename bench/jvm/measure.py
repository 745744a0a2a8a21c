"""Runs the kernels plain and under each chain, and prints CPU time, slowdown and memory. Called by bench/jvm/run."""
import math
import os
import re
import subprocess
import sys
import tempfile


def run(command):
    """Check sum, steady milliseconds a round, CPU seconds and megabytes of the whole process tree."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(command, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        err.seek(0)
        text, messages = out.read(), err.read()
    check = re.search(r"^check (.*)$", text, re.M)
    steady = re.search(r"^steady (.*)$", messages, re.M)
    if not check or not steady:
        sys.exit(f"{' '.join(command)}: no result (status {status})\n{text}{messages}")
    return check[1], float(steady[1]), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    deadheat, classes, rounds, kernels, chains, *extra = sys.argv[1:]
    chains = chains.split()
    java = ["java", "-cp", classes, "Main"]
    table = {chain: [] for chain in chains}
    print(f"{'kernel':<12}{'java ms':>9}" + "".join(f"{chain:>32}" for chain in chains))
    print(" " * 21 + f"{'steady   cold  memory':>32}" * len(chains))
    for kernel in kernels.split():
        plain = run(java + [kernel, rounds])
        plain_cold = run(java + [kernel, "2"])
        row = f"{kernel:<12}{plain[1]:>9.1f}"
        for chain in chains:
            target = [deadheat, "run", "--tools", chain, *extra, "--"] + java
            steady = run(target + [kernel, rounds])
            cold = run(target + [kernel, "2"])
            if steady[0] != plain[0]:
                sys.exit(f"{kernel} under {chain}: check sum {steady[0]} instead of {plain[0]}")
            figures = (steady[1] / plain[1], cold[2] / plain_cold[2], steady[3] / plain[3])
            table[chain].append(figures)
            row += " " * 10 + "".join(f"{figure:>6.2f}x" for figure in figures) + " "
        print(row, flush=True)
    row = f"{'geometric':<21}"
    for chain in chains:
        row += " " * 10 + "".join(f"{mean(column):>6.2f}x" for column in zip(*table[chain])) + " "
    print(row)


main()
