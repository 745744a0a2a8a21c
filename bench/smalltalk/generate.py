#!/usr/bin/env python3
"""Writes a synthetic Smalltalk image of about N lines in one of the formats that deadheat reads.

usage: generate.py FORMAT LINES FOLDER      FORMAT: xml, tonel, filetree, chunk, bracket

Deep hierarchies, polymorphic selectors, blocks, collections, threads and locks, and a workspace (run.ws) that
makes an object of every class and starts it; the same program in every format for the same number of lines.
Nothing is random, so that runs can be compared. bench/whole_program uses it, too.
"""
import itertools
import os
import sys

DEPTH = 8  # of each hierarchy
METHODS = 24  # of each class
THREADS = 4  # every so many-th class starts threads
PACKAGE = 64  # classes that call each other


def classes(count):
    for number in range(count):
        level = number % DEPTH
        name = f"Gen{number:05d}"
        superclass = "Object" if level == 0 else f"Gen{number - 1:05d}"
        yield number, name, superclass


def methods(number, count):
    """(class side, protocol, header, body) of each method of a class."""
    package = number // PACKAGE * PACKAGE
    other = f"Gen{package + (number * 7 + 3) % min(PACKAGE, count - package):05d}"
    yield True, "making", "shared", f"^ shared{number} ifNil: [ shared{number} := self new ]"
    yield False, "initialization", "initialize", (
        f"super initialize.\n\titems{number} := OrderedCollection new.\n\tlock{number} := Semaphore forMutualExclusion.\n"
        f"\tcount{number} := 0")
    if number % THREADS == 0:
        start = (f"\tworker{number} := [ [ local step: count{number} ] repeat ] forkAt: 30.\n"
                 f"\t[ count{number} := count{number} + 1 ] fork.\n")
    else:
        start = (f"\tworker{number} := [ local step: count{number} ] value.\n"
                 f"\t[ count{number} := count{number} + 1 ] value.\n")
    yield False, "running", f"start{number % 50}", f"| local |\n\tlocal := self.\n{start}\t^ worker{number}"
    for index in range(METHODS - 3):
        kind = index % 6
        if kind == 0:
            yield False, "accessing", f"value{index}", f"^ count{number}"
        elif kind == 1:
            yield False, "accessing", f"value{index}: anObject", f"count{number} := anObject.\n\tShared{number} := anObject printString"
        elif kind == 2:
            yield False, "enumerating", f"each{index}: aBlock", (
                f"items{number} do: [ :each | | result |\n\t\tresult := aBlock value: each.\n"
                f"\t\tresult isNil ifFalse: [ items{number} add: result; yourself ] ].\n\t1 to: 10 do: [ :i | items{number} at: i put: i * 2 ]")
        elif kind == 3:
            yield False, "locking", f"locked{index}: aValue", (
                f"^ lock{number} critical: [ | sum |\n\t\tsum := items{number} inject: aValue into: [ :a :b | a + b ].\n"
                f"\t\tsum > 100 ifTrue: [ ^ sum ] ifFalse: [ count{number} := sum ].\n\t\tsum ]")
        elif kind == 4:
            yield False, "calling", f"step: anObject", (
                f"\"it's a comment\"\n\t| other |\n\tother := {other} new.\n\tother value1: anObject; value7: #(1 $a #b 'c''d').\n"
                "\t^ [ other step: anObject ]\n\t\ton: Error\n\t\tdo: [ :error | error return: { anObject. 16rFF. 1e10 } ]")
        else:
            yield False, "private", f"compute{index}: x and: y", (
                "<foo: 3>\n\t[ x > y ] whileTrue: [ ^ x - y ].\n\t(x = 0 and: [ y ~= 1 ]) ifTrue: [ ^ super printString ].\n"
                f"\t^ (self value0 + x) * (y max: -3)")


FIELDS = ("items{n}", "lock{n}", "count{n}", "worker{n}")


def fields(number):
    return [f.format(n=number) for f in FIELDS]


def unique(items):
    seen = set()
    for item in items:
        key = (item[0], item[2])
        if key not in seen:
            seen.add(key)
            yield item


def tonel(count):
    for number, name, superclass in classes(count):
        out = [f"Class {{\n\t#name : '{name}',\n\t#superclass : '{superclass}',\n\t#instVars : [\n\t\t"
               + ",\n\t\t".join(f"'{f}'" for f in fields(number))
               + f"\n\t],\n\t#classVars : [\n\t\t'Shared{number}'\n\t],\n\t#classInstVars : [\n\t\t'shared{number}'\n\t],\n"
               f"\t#category : 'Generated',\n\t#package : 'Generated'\n}}\n"]
        for side, protocol, header, body in unique(methods(number, count)):
            out.append(f"\n{{ #category : '{protocol}' }}\n{name}{' class' if side else ''} >> {header} [\n\n\t{body}\n]\n")
        yield f"{name}.class.st", "".join(out)


def filetree(count):
    for number, name, superclass in classes(count):
        folder = f"Generated.package/{name}.class"
        listed = ", ".join(f'"{f}"' for f in fields(number))
        yield f"{folder}/properties.json", (
            f'{{ "category" : "Generated", "classinstvars" : [ "shared{number}" ], "classvars" : [ "Shared{number}" ], '
            f'"instvars" : [ {listed} ], "name" : "{name}", "pools" : [ ], "super" : "{superclass}", "type" : "normal" }}\n')
        for side, protocol, header, body in unique(methods(number, count)):
            selector = header.split()[0] if ":" not in header else "".join(w for w in header.split() if w.endswith(":"))
            yield f"{folder}/{'class' if side else 'instance'}/{selector.replace(':', '.')}.st", f"{protocol}\n{header}\n\n\t{body}\n"


def chunk(count):
    def bang(text):
        return text.replace("!", "!!")
    files = {}
    for number, name, superclass in classes(count):
        out = files.setdefault(f"generated{number // 100:03d}.st", ["'From Squeak'!\n"])
        out.append(f"\n{superclass} subclass: #{name}\n\tinstanceVariableNames: '{' '.join(fields(number))}'\n"
                   f"\tclassVariableNames: 'Shared{number}'\n\tpoolDictionaries: ''\n\tcategory: 'Generated'!\n"
                   f"\n{name} class\n\tinstanceVariableNames: 'shared{number}'!\n")
        for side, protocol, header, body in unique(methods(number, count)):
            out.append(f"\n!{name}{' class' if side else ''} methodsFor: '{protocol}'!\n{bang(header)}\n\n\t{bang(body)}! !\n")
    for path, out in files.items():
        yield path, "".join(out)


def xml(count):
    def escape(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    files = {}
    for number, name, superclass in classes(count):
        out = files.setdefault(f"generated{number // 100:03d}.st", ['<?xml version="1.0"?>\n\n<st-source>\n'])
        out.append(f"<class>\n<name>{name}</name>\n<environment>Smalltalk</environment>\n<super>{superclass}</super>\n"
                   f"<private>false</private>\n<indexed-type>none</indexed-type>\n<inst-vars>{' '.join(fields(number))} </inst-vars>\n"
                   f"<class-inst-vars>shared{number} </class-inst-vars>\n<imports></imports>\n<category>Generated</category>\n</class>\n"
                   f"\n<shared-variable>\n<name>Shared{number}</name>\n<environment>{name}</environment>\n</shared-variable>\n")
        for side, protocol, header, body in unique(methods(number, count)):
            out.append(f"\n<methods>\n<class-id>{name}{' class' if side else ''}</class-id> <category>{protocol}</category>\n\n"
                       f"<body package=\"Generated\">{escape(header)}\n\n\t{escape(body)}</body>\n</methods>\n")
    for path, out in files.items():
        yield path, "".join(out) + "</st-source>\n"


def bracket(count):
    files = {}
    for number, name, superclass in classes(count):
        out = files.setdefault(f"generated{number // 100:03d}.st", [])
        out.append(f"{superclass} subclass: {name} [\n    | {' '.join(fields(number))} |\n    <category: 'Generated'>\n"
                   f"    Shared{number} := nil.\n    {name} class [ | shared{number} | ]\n")
        for side, protocol, header, body in unique(methods(number, count)):
            out.append(f"\n    {name + ' class >> ' if side else ''}{header} [\n\t<category: '{protocol}'>\n\t{body}\n    ]\n")
        out.append("]\n\n")
    for path, out in files.items():
        yield path, "".join(out)


def script(count):
    return "".join(f"{name} new start{number % 50}; each2: [ :each | each ].\n" for number, name, _ in classes(count))


FORMATS = {"tonel": tonel, "filetree": filetree, "chunk": chunk, "xml": xml, "bracket": bracket}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in FORMATS:
        sys.exit(__doc__)
    wanted = int(sys.argv[2])
    probe = sum(text.count("\n") for _, text in FORMATS[sys.argv[1]](DEPTH))
    count = max(1, wanted * DEPTH // probe)
    made = set()
    for path, text in itertools.chain(FORMATS[sys.argv[1]](count), [("run.ws", script(count))]):
        full = os.path.join(sys.argv[3], path)
        folder = os.path.dirname(full)
        if folder not in made:
            os.makedirs(folder, exist_ok=True)
            made.add(folder)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
