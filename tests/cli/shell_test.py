#!/usr/bin/env python3
"""Completions in the real shells, man pages, suggestions, `init`, and the schema of the configuration."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tomllib
import unittest

import jsonschema
import program
from program import CLEAN, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class SuggestionTest(ProgramTest):
    def test_did_you_mean(self):
        self.expect(2, "chek", err="unknown command 'chek'; did you mean 'check'?")
        self.expect(2, "help", "replya", err="did you mean 'replay'?")
        self.expect(2, "check", "--fromat=json", err="did you mean '--format'?")
        self.expect(2, "check", "--fail-no", "error", err="did you mean '--fail-on'?")
        self.expect(2, "explain", "exo-rase", err="did you mean 'exo-race'?")
        self.expect(2, "tools", "FastTrak", err="did you mean 'FastTrack'?")
        self.expect(2, "replay", "--tools", "FastTrak", "x.std", err="did you mean 'FastTrack'?")
        self.assertNotIn("did you mean", self.expect(2, "frobnicate").stderr)

    def test_help_and_version(self):
        self.assertEqual(self.expect(0, "help").stdout, self.expect(0, "--help").stdout)
        self.assertIn("Usage: deadheat check", self.expect(0, "help", "check").stdout)
        version = self.expect(0, "--version").stdout
        self.assertRegex(version, r"^deadheat \d+\.\d+\.\d+\S* \((commit [0-9a-f]{7,} \d{4}-\d\d-\d\d; )?\w+, \w+ [\d.]+, Linux \w+\)$")
        self.assertEqual(version, self.expect(0, "-V").stdout)
        self.assertEqual(version, self.expect(0, "version").stdout)


class CompletionTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.expect(0, "completions", "all", "--output-folder", "shell")
        self.shell = self.folder / "shell"
        self.environment = {**os.environ, "PATH": f"{pathlib.Path(program.PROGRAM).parent}:{os.environ['PATH']}"}

    def test_usage(self):
        self.expect(2, "completions", "all", err="needs --output-folder")
        self.expect(2, "completions", "tcsh")
        self.assertEqual((self.shell / "deadheat.bash").read_text(), self.expect(0, "completions", "bash").stdout)

    def bash(self, *words):
        script = (f"source {self.shell}/deadheat.bash; COMP_WORDS=({' '.join(repr(word) for word in words)}); "
                  f"COMP_CWORD={len(words) - 1}; _deadheat; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=self.folder)
        self.assertEqual("", done.stderr)
        return done.stdout.split()

    def test_bash(self):
        self.write("some.toml", "")
        self.assertEqual(["check"], self.bash("deadheat", "che"))
        self.assertIn("--since", self.bash("deadheat", "check", "--si"))
        self.assertIn("gitlab", self.bash("deadheat", "check", "--format", ""))
        self.assertEqual(["exo-race"], self.bash("deadheat", "explain", "exo-ra"))
        self.assertEqual(["FastTrack"], self.bash("deadheat", "replay", "--tools", "FastT"))
        self.assertIn("some.toml", self.bash("deadheat", "check", "--config", "so"))
        self.assertIn("replay", self.bash("deadheat", "help", ""))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not here")
    def test_zsh(self):
        # Completes in a real, interactive shell behind a pseudo-terminal.
        script = (f"zmodload zsh/zpty; zpty -b z zsh -f -i; zpty -w z 'PS1=; fpath=({self.shell} $fpath); autoload -U compinit;"
                  " compinit -u -D; zstyle \":completion:*\" list-prompt \"\"; print REA\"\"DY'\n"
                  "zpty -m -r z seen '*READY*'\n"
                  "zpty -w -n z $'deadheat check --form\\t'\n"
                  "zpty -m -r z seen '*--format*' && print FOUND\n")
        done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, timeout=60, check=False,
                              cwd=self.folder, env=self.environment)
        self.assertIn("FOUND", done.stdout, done.stderr)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not here")
    def test_zsh_parses(self):
        subprocess.run(["zsh", "-n", str(self.shell / "_deadheat")], check=True, capture_output=True)

    @unittest.skipUnless(shutil.which("fish"), "fish is not here")
    def test_fish(self):
        def fish(line):
            done = subprocess.run(["fish", "--no-config", "-c", f"source {self.shell}/deadheat.fish; complete -C '{line}'"],
                                  capture_output=True, text=True, check=True, cwd=self.folder, env=self.environment)
            self.assertEqual("", done.stderr)
            return [candidate.split("\t")[0] for candidate in done.stdout.splitlines()]
        self.assertEqual(["check"], fish("deadheat che"))
        self.assertIn("--since", fish("deadheat check --si"))
        self.assertIn("gitlab", fish("deadheat check --format "))
        self.assertIn("exo-race", fish("deadheat explain exo-ra"))

    def test_every_command_has_a_page(self):
        commands = re.findall(r"(?m)^  ([a-z+]+)  ", self.expect(0, "--help").stdout.split("Subcommands:")[1])
        self.assertGreater(len(commands), 12)
        for command in commands:
            page = (self.shell / f"deadheat-{command}.1").read_text()
            self.assertIn(f".SH NAME\ndeadheat\\-{command} \\- ", page)
        if shutil.which("man"):
            for page in self.shell.glob("*.1"):
                done = subprocess.run(["man", "--warnings", "-l", str(page)], capture_output=True, text=True, check=True,
                                      env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
                self.assertEqual("", done.stderr, page.name)
        check = (self.shell / "deadheat-check.1").read_text()
        for option in ("since", "format", "memory\\-limit"):
            self.assertIn(f"\\-\\-{option}", check)


class InitTest(ProgramTest):
    def test_init(self):
        self.write("a.py", CLEAN)
        self.write("B.java", "class B { }")
        self.expect(0, "init", out="wrote deadheat.toml; languages found: Exo (1 file), Java (1 file)")
        text = (self.folder / "deadheat.toml").read_text()
        self.assertIn("[java]", text)
        self.assertNotIn("[erlang]", text)
        self.expect(0, "check", ".")
        # With every comment that shows a setting taken off it is still right.
        self.write("deadheat.toml", re.sub(r"(?m)^# (?=[\[a-z-]+.*(=|\]\]))", "", text))
        self.assertIn("all-classes", tomllib.loads((self.folder / "deadheat.toml").read_text())["java"])
        self.expect(0, "check", ".")
        self.expect(2, "init", err="exists; --force replaces it")
        self.expect(0, "init", "--force")
        self.expect(2, "init", "missing", err="no such folder")

    def test_schema(self):
        self.expect(0, "init", "--schema")
        self.assertTrue((self.folder / "deadheat.toml").read_text().startswith("#:schema ./deadheat.schema.json\n"))
        self.assertEqual((ROOT / "docs/deadheat.schema.json").read_text(), (self.folder / "deadheat.schema.json").read_text())


class SchemaTest(ProgramTest):
    """The schema and the reader of the configuration know the same keys."""

    def setUp(self):
        super().setUp()
        self.schema = json.loads((ROOT / "docs/deadheat.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(self.schema)
        self.write("clean.py", CLEAN)

    def known_keys(self, table):
        self.write("deadheat.toml", (f"{table}\n" if table else "") + "zzqqxxwwzzqqxxww = 1\n")
        message = self.expect(2, "check", ".").stderr
        return set(re.search(r"known keys: (.*)", message).group(1).split(", ")) - {""}

    def test_same_keys(self):
        # Read only when given, so the message cannot know them.
        only_when_given = {"new-sends-initialize"}
        refused = {"confidence"}  # [smalltalk.confidence] was replaced
        properties = self.schema["properties"]
        self.assertEqual(set(properties), self.known_keys(""))
        free = {"rules", "jvm"}  # whose keys are rules, or are read when a JVM is run
        for table in sorted(t for t in properties if "properties" in properties[t] and t not in free):
            self.assertEqual(set(properties[table]["properties"]) - only_when_given, self.known_keys(f"[{table}]") - refused, table)
        self.assertEqual(set(properties["overrides"]["items"]["properties"]), self.known_keys("[[overrides]]"))
        self.assertEqual(set(properties["smalltalk"]["properties"]["classes"]["items"]["properties"]),
                         self.known_keys("[[smalltalk.classes]]"))

    def test_same_rules(self):
        rules = {line.split()[0] for line in self.expect(0, "rules").stdout.splitlines()}
        self.assertEqual(rules, set(self.schema["properties"]["rules"]["properties"]))

    def test_same_verdict(self):
        good = ["[rules]\nexo-race = 'off'\n'java-*' = 'note'\n", "[report]\ntop = 3\nfail-on = 'error'\nmin-confidence = 0\n",
                "[[overrides]]\npaths = ['a']\nrules = { '*' = 'off' }\n", "[incomplete]\nallow = true\n",
                "[exo]\nquery-time-limit-ms = 100\n", "[smalltalk]\ndialect = 'pharo'\n", "[confidence]\njava-in-lambda = -30\n"]
        bad = ["[rules]\nexo-race = 'loud'\n", "[rules]\nno-rule = 'off'\n", "[report]\ntop = 0\n", "[report]\nfail-on = 'never'\n",
               "[paths]\nexclude = 'x'\n", "[[overrides]]\nrules = { '*' = 'off' }\n", "[incomplete]\nallow = 1\n",
               "[exo]\nquery-time-limit-ms = 0\n", "[smalltalk]\ndialect = 'java'\n", "[confidence]\njava-in-lambda = 300\n"]
        for text in good + bad:
            self.write("deadheat.toml", text)
            self.expect(0 if text in good else 2, "check", ".")
            valid = jsonschema.Draft7Validator(self.schema).is_valid(tomllib.loads(text))
            self.assertEqual(text in good, valid, text)


if __name__ == "__main__":
    program.main()
