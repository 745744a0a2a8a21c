#!/usr/bin/env python3
"""Makes the first corpus of each fuzzer from the cases, the models and the class files that the build makes.

  tests/fuzz/make_corpus.py --binary build/release/bin/deadheat --out build/fuzz/corpus

Compiled inputs (beam, class, binary traces, SmallIR, baselines) are made by their own compilers and by deadheat; those
that need a compiler that is not installed are left out.
"""
import argparse
import hashlib
import io
import pathlib
import shutil
import subprocess
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/cases"
LARGEST = 16384
SMALLTALK_EXTENSIONS = [".st", ".ws", ".class.st", ".xml", ".cls", ".gst"]  # as in smalltalk_fuzz.cpp


class Corpus:
    def __init__(self, out):
        self.out = out

    def add(self, reader, data):
        if len(data) <= LARGEST:
            folder = self.out / reader
            folder.mkdir(parents=True, exist_ok=True)
            (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)

    def add_files(self, reader, paths, prefix=b""):
        for path in paths:
            self.add(reader, prefix + path.read_bytes())


def run(*command, cwd=None):
    return subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, check=False)


def add_sources(corpus):
    corpus.add_files("erlang_source", CASES.glob("erlang/**/*.erl"))
    corpus.add_files("exo", CASES.glob("exo/**/*.py"))
    corpus.add_files("java", CASES.glob("java/**/*.java"))
    corpus.add_files("trace_text", CASES.glob("dynamic/**/*.std"))
    corpus.add_files("config", [*CASES.glob("**/*.toml"), *(ROOT / "models").glob("*.toml")])
    for index, extension in enumerate(SMALLTALK_EXTENSIONS):
        corpus.add_files("smalltalk", CASES.glob(f"smalltalk/**/*{extension}"), bytes([index]))


def add_made_by_deadheat(corpus, binary, folder):
    for trace in CASES.glob("dynamic/**/*.std"):
        made = folder / "trace"
        run(binary, "replay", "--record", made, trace)
        if made.exists():
            corpus.add("trace_binary", made.read_bytes())
            # Reports travel in the same blocks; only the first eight bytes differ.
            corpus.add("report_file", b"DHRACES\n" + made.read_bytes()[8:])
    for source in sorted(CASES.glob("smalltalk/*.st"))[:40]:
        corpus.add("smallir", run(binary, "ir", source).stdout)
    for source in sorted(CASES.glob("exo/*.py"))[:10]:
        made = folder / "baseline.json"
        run(binary, "check", "--write-baseline", made, source)
        if made.exists():
            corpus.add("baseline", made.read_bytes())


def add_compiled(corpus, folder):
    if shutil.which("erlc"):
        sources = sorted(CASES.glob("erlang/*_bad.erl"))[:40]
        run("erlc", "+debug_info", "-o", folder, *sources)
        beams = list(folder.glob("*.beam"))
        corpus.add_files("erlang_beam", beams)
        for beam in beams[:10]:
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
                file.writestr("ebin/m.beam", beam.read_bytes())
            corpus.add("erlang_archive", archive.getvalue())
    if shutil.which("elixirc"):
        sources = sorted(CASES.glob("elixir/*_bad.ex"))
        run("elixirc", "-o", folder, *sources)
        corpus.add_files("erlang_beam", list(folder.glob("Elixir.*.beam")))
    if shutil.which("erl"):
        terms = "[a, 1, -1, 1.5, {b, <<1,2>>}, \"text\", #{k => [x | y]}, 1 bsl 100]"
        program = f"io:put_chars(standard_io, binary_to_list(term_to_binary({terms}))), halt()."
        corpus.add("erlang_term", run("erl", "+pc", "latin1", "-noshell", "-eval", program).stdout)
    if shutil.which("javac"):
        for source in (ROOT / "src/classfile/testdata").glob("*.java"):
            run("javac", "-g", "-d", folder, source)
        corpus.add_files("class_file", folder.glob("**/*.class"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    corpus = Corpus(pathlib.Path(arguments.out))
    for source in (ROOT / "tests/fuzz").glob("*_fuzz.cpp"):
        (corpus.out / source.stem.removesuffix("_fuzz")).mkdir(parents=True, exist_ok=True)
    add_sources(corpus)
    with tempfile.TemporaryDirectory() as folder:
        add_made_by_deadheat(corpus, pathlib.Path(arguments.binary).resolve(), pathlib.Path(folder))
        add_compiled(corpus, pathlib.Path(folder))


main()
