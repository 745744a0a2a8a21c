#!/usr/bin/env python3
"""Validates SARIF files against the official schema, and what GitHub code scanning wants beyond it.

Usage: check_sarif.py SCHEMA FILE...
Exit status 77 (skipped) when python3-jsonschema is not installed.
"""
import json
import re
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed (scripts/setup --test)")
    sys.exit(77)


def regions(node):
    if isinstance(node, dict):
        if "startLine" in node:
            yield node
        for key, value in node.items():
            if key != "contextRegion":  # a line with its text
                yield from regions(value)
    elif isinstance(node, list):
        for value in node:
            yield from regions(value)


def locations(node):
    if isinstance(node, dict):
        if "uri" in node:
            yield node
        for value in node.values():
            yield from locations(value)
    elif isinstance(node, list):
        for value in node:
            yield from locations(value)


def problems_of_result(result, rules):
    where = f"result of {result['ruleId']}: "
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        yield where + "ruleIndex does not lead to ruleId"
    if not result["locations"]:
        yield where + "no location"
    ids = [related["id"] for related in result.get("relatedLocations", [])]
    if ids != list(range(1, len(ids) + 1)):
        yield where + f"ids of related locations are {ids}"
    for target in re.findall(r"(?<!\\)\]\((\d+)\)", result["message"]["text"]):
        if int(target) not in ids:
            yield where + f"the message links to {target}, which is not a related location"
    if "deadheat/v1" not in result["partialFingerprints"]:
        yield where + "no fingerprint"
    for flow in result.get("codeFlows", []):
        for thread in flow["threadFlows"]:
            orders = [location["executionOrder"] for location in thread["locations"]]
            if orders != sorted(set(orders)):
                yield where + f"execution order goes back within a thread: {orders}"


def alert_of(result):
    """What GitHub takes two results for one alert by."""
    paths = tuple(location["physicalLocation"]["artifactLocation"]["uri"] for location in result["locations"][:1])
    return paths, result["ruleId"], result["partialFingerprints"].get("primaryLocationLineHash")


def problems_of(log):
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for rule in rules:
            for key in ("shortDescription", "fullDescription", "help"):
                if not rule[key]["text"]:
                    yield f"rule {rule['id']} has no {key}"
        alerts = set()
        for result in run["results"]:
            yield from problems_of_result(result, rules)
            alert = alert_of(result)
            if alert in alerts:
                yield f"two results are one alert to GitHub: {alert}"
            alerts.add(alert)
    for region in regions(log):
        if set(region) != {"startLine", "startColumn", "endLine", "endColumn"}:
            yield f"region without its four numbers: {region}"
        elif (region["startLine"], region["startColumn"]) > (region["endLine"], region["endColumn"]):
            yield f"region ends before it begins: {region}"
    for location in locations(log):
        if not re.fullmatch(r"(file://)?[A-Za-z0-9._~/%-]+", location["uri"]):
            yield f"not a clean URI: {location['uri']}"
        if ("uriBaseId" in location) == location["uri"].startswith("file://"):
            yield f"relative URIs need a base, absolute ones none: {location}"


def main(schema_path, paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft7Validator(schema)
    failed = False
    for path in paths:
        with open(path, encoding="utf-8") as file:
            log = json.load(file)
        problems = [f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator.iter_errors(log)]
        problems = problems or list(problems_of(log))
        for problem in problems:
            print(f"{path}: {problem}")
        failed = failed or bool(problems)
        if not problems:
            print(f"{path}: valid, {sum(len(run['results']) for run in log['runs'])} results")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
