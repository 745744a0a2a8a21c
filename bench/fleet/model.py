#!/usr/bin/env python3
"""What a fleet costs: measured on one machine, and extrapolated: bench/fleet/model.py DATABASE [--trace FIGURES.json]

Reads the measurements of a merged database (docs/fleet.md) and prints the tables of docs/scale.md. FIGURES.json has what was
measured of replay: {"events_per_second", "bytes_per_event", "bytes_per_variable"}.
"""
import argparse
import json
import sqlite3

SECONDS_OF_AN_HOUR = 3600
REPOSITORIES = (1_000, 100_000, 10_000_000)
DISK_BYTES_PER_SECOND = 200e6  # one file server, sequential


def fit(points):
    """Least squares of seconds = start + slope * megabytes, weighted by 1 / seconds so that large ones do not decide all."""
    w = [1 / max(seconds, 0.05) for _, seconds in points]
    total = sum(w)
    x = sum(wi * mb for wi, (mb, _) in zip(w, points)) / total
    y = sum(wi * s for wi, (_, s) in zip(w, points)) / total
    spread = sum(wi * (mb - x) ** 2 for wi, (mb, _) in zip(w, points))
    slope = sum(wi * (mb - x) * (s - y) for wi, (mb, s) in zip(w, points)) / spread if spread else 0
    if slope < 0:  # noise: a larger project does not cost less
        return y, 0.0
    return max(0.0, y - slope * x), slope


def measured(connection):
    """By the language that has most of a project's bytes."""
    rows = connection.execute(
        "SELECT p.id, p.bytes, m.seconds, m.peak_bytes, (SELECT language FROM files WHERE project = p.id GROUP BY language "
        "ORDER BY sum(bytes) DESC LIMIT 1) FROM projects p JOIN measurements m ON m.project = p.id WHERE p.outcome <> 'failed'")
    by_language = {}
    for _, size, seconds, peak, language in rows:
        if language and size:
            by_language.setdefault(language, []).append((size / 1e6, seconds, peak))
    return by_language


def print_measured(by_language):
    print("| language | projects | MB of source | seconds per MB | seconds to start | peak memory, median and largest |")
    print("|---|---|---|---|---|---|")
    for language, points in sorted(by_language.items(), key=lambda item: -sum(p[0] for p in item[1])):
        start, slope = fit([(mb, s) for mb, s, _ in points]) if len(points) > 2 else (0, 0)
        if len(points) <= 2:
            slope = sum(p[1] for p in points) / sum(p[0] for p in points)
        peaks = sorted(p[2] for p in points)
        print(f"| {language} | {len(points)} | {sum(p[0] for p in points):.1f} | {slope:.2f} | {start:.2f} | "
              f"{peaks[len(peaks) // 2] >> 20} MiB, {peaks[-1] >> 20} MiB |")


def print_model(by_language, bytes_of_result, database_bytes):
    """A repository is the average one of the database."""
    points = [point for points in by_language.values() for point in points]
    count = len(points)
    seconds = sum(p[1] for p in points) / count
    megabytes = sum(p[0] for p in points) / count
    print("\n| repositories | source | core hours | days on 1,000 cores | results | database | hours to read the source at 200 MB/s |")
    print("|---|---|---|---|---|---|---|")
    for n in REPOSITORIES:
        hours = n * seconds / SECONDS_OF_AN_HOUR
        print(f"| {n:,} | {n * megabytes / 1e6:.3g} TB | {hours:,.0f} | {hours / 1000 / 24:.2g} | {n * bytes_of_result / 1e9:,.1f} GB | "
              f"{n * database_bytes / 1e9:,.1f} GB | {n * megabytes * 1e6 / DISK_BYTES_PER_SECOND / 3600:,.2g} |")


def print_traces(figures):
    events = 1e12
    hours = events / figures["events_per_second"] / SECONDS_OF_AN_HOUR
    print(f"\n10^12 events: {hours:,.0f} core hours of replay, {events * figures['bytes_per_event'] / 1e12:.1f} TB of trace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--results", type=int, default=0, help="bytes of results/ and reports/ of the run")
    parser.add_argument("--trace")
    options = parser.parse_args()
    connection = sqlite3.connect(f"file:{options.database}?mode=ro", uri=True)
    by_language = measured(connection)
    projects, = connection.execute("SELECT count(*) FROM projects").fetchone()
    pages, = connection.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").fetchone()
    print_measured(by_language)
    print_model(by_language, options.results / projects, pages / projects)
    if options.trace:
        with open(options.trace, encoding="utf-8") as file:
            print_traces(json.load(file))


if __name__ == "__main__":
    main()
