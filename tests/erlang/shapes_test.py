#!/usr/bin/env python3
"""Finds check-then-act races in every combination of shared state, control flow and flow of the key.

  tests/erlang/shapes_test.py --binary build/release/bin/deadheat [--keep FOLDER]

Each program is one module: run/N reads the state under one key and writes it under another, in one of the shapes below. Which
programs have a race is known by how they are made: those whose two keys are the same. No race may be missed or rated
below 50, and none may be reported at 50 and up where the keys differ.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

# read(key), what it gives where the write follows, and write(key). V is a value from that pattern.
STATES = {
    "name": ("whereis({k})", "undefined", "register({k}, self())"),
    "name_of_new": ("erlang:whereis({k})", "undefined", "erlang:register({k}, spawn_link(fun() -> receive stop -> ok end end))"),
    "ets_claim": ("ets:lookup(TAB, {k})", "[]", "ets:insert(TAB, {{{k}, self()}})"),
    "ets_update": ("ets:lookup(TAB, {k})", "[{_, V}]", "ets:insert(TAB, {{{k}, V + 1}})"),
    "mnesia_claim": ("mnesia:dirty_read(TAB, {k})", "[]", "mnesia:dirty_write(TAB, {{TAB, {k}, self()}})"),
    "mnesia_record": ("mnesia:dirty_read({{TAB, {k}}})", "[]", "mnesia:dirty_write(#TAB{{key = {k}, value = self()}})"),
    "mnesia_update": ("mnesia:dirty_read(TAB, {k})", "[{_, _, V}]", "mnesia:dirty_write({{TAB, {k}, V + 1}})"),
}

# How the key gets to the read and to the write: parameters and guard of run, what comes first, the two keys, and
# whether they are the same.
FLOWS = {
    "literal": ("()", "", "ka", "ka", True),
    "parameter": ("(K)", "", "K", "K", True),
    "renamed": ("(K)", "K2 = K,", "K", "K2", True),
    "tuple": ("(K)", "{t, K2} = {t, K},", "K", "K2", True),
    "element": ("({K, _} = P)", "", "element(1, P)", "K", True),
    "exactly_equal": ("(K, K2) when K =:= K2", "", "K", "K2", True),
    "equal": ("(K, K2) when K == K2", "", "K", "K2", True),
    "twice": ("(K, K)", "", "K", "K", True),
    "list": ("(K)", "[K2 | _] = [K, x],", "K", "K2", True),
    "identity": ("(K)", "K2 = id(K),", "K", "K2", True),
    "record": ("(K)", "St0 = #st{key = K},", "St0#st.key", "K", True),
    "map": ("(K)", "#{k := K2} = #{k => K},", "K", "K2", True),
    "matched": ("(K, Q)", "K = Q,", "Q", "K", True),
    "element_twice": ("(P)", "", "element(1, P)", "element(1, P)", True),
    "other_literal": ("()", "", "ka", "kb", False),
    "not_equal": ("(K, K2) when K =/= K2", "", "K", "K2", False),
    "tagged": ("(K)", "K2 = {K, a},", "K", "K2", False),
}

# R(key) and W(key) are the read and the write, A is what the read gave where the write follows, T(x, y) is a test of x for A
# before y. KR and KW are the two keys. A second text holds further functions. Shapes marked "!" use one key only,
# and those marked "-" put the write where V is not bound.
SHAPES = {
    "case": ("T(R(KR), W(KW))", ""),
    "variable": ("X = R(KR), T(X, W(KW))", ""),
    "if-": ("X = R(KR), if X =:= A -> W(KW); true -> ok end", ""),
    "compared-": ("case R(KR) =:= A of true -> W(KW); false -> ok end", ""),
    "not_compared-": ("case R(KR) /= A of true -> taken; false -> W(KW) end", ""),
    "nested": ("case R(KR) of A -> case get(mode) of quiet -> ok; _ -> W(KW) end; _ -> ok end", ""),
    "catch": ("case catch R(KR) of A -> W(KW); _ -> ok end", ""),
    "try": ("try R(KR) of A -> W(KW); _ -> ok catch exit:_ -> err end", ""),
    "try_around": ("try T(R(KR), W(KW)) catch throw:T -> throw(T) end", ""),
    "write_called-": ("T(R(KR), w(KW))", "w(N) -> W(N)."),
    "second_argument-": ("T(R(KR), w(foo, KW, []))", "w(_, N, _) -> W(N)."),
    "read_called": ("T(r(KR), W(KW))", "r(N) -> R(N)."),
    "both_called-": ("T(r(KR), w(KW))", "r(N) -> R(N). w(N) -> W(N)."),
    "boolean_called-": ("case is_free(KR) of true -> W(KW); false -> ok end", "is_free(N) -> R(N) =:= A."),
    "tested_called-": ("case is_free(KR) of true -> W(KW); false -> ok end", "is_free(N) -> case R(N) of A -> true; _ -> false end."),
    "passed_on": ("act(R(KR), KW)", "act(X, N) -> T(X, W(N))."),
    "clause_called": ("act(R(KR), KW)", "act(A, N) -> W(N); act(_, _) -> ok."),
    "guard_called-": ("act(KW, R(KR))", "act(N, X) when X =:= A -> W(N); act(_, _) -> ok."),
    "fun_writes-": ("F = fun(N) -> W(N) end, T(R(KR), F(KW))", ""),
    "fun_captures-": ("F = fun() -> W(KW) end, T(R(KR), F())", ""),
    "fun_reads": ("F = fun(N) -> R(N) end, T(F(KR), W(KW))", ""),
    "funs-": ("F = fun(N) -> R(N) end, G = fun(M) -> W(M) end, T(F(KR), G(KW))", ""),
    "fun_does_both": ("F = fun() -> T(R(KR), W(KW)) end, F()", ""),
    "fun_passed-": ("T(R(KR), with(fun(N) -> W(N) end, KW))", "with(F, X) -> F(X)."),
    "fun_passed_whole": ("with(fun() -> T(R(KR), W(KW)) end)", "with(F) -> F()."),
    "fun_name-": ("T(R(KR), with(fun w/1, KW))", "with(F, X) -> F(X). w(N) -> W(N)."),
    "fun_returned-": ("F = mk(KW), T(R(KR), F())", "mk(N) -> fun() -> W(N) end."),
    "fun_in_tuple-": ("{_, F} = {x, fun(N) -> W(N) end}, T(R(KR), F(KW))", ""),
    "named_fun": ("F = fun Loop(0) -> ok; Loop(I) -> T(R(KR), W(KW)), Loop(I - 1) end, F(2)", ""),
    "foreach": ("lists:foreach(fun(_) -> T(R(KR), W(KW)) end, [1, 2])", ""),
    "foreach_writes-": ("T(R(KR), lists:foreach(fun(N) -> W(N) end, [KW]))", ""),
    "foreach_name!": ("lists:foreach(fun one/1, [KR])", "one(N) -> T(R(N), W(N))."),
    "map": ("[X] = lists:map(fun(N) -> R(N) end, [KR]), T(X, W(KW))", ""),
    "fold": ("lists:foldl(fun(_, Acc) -> T(R(KR), W(KW)), Acc end, 0, [1, 2])", ""),
    "any-": ("case lists:any(fun(N) -> R(N) =:= A end, [KR]) of true -> W(KW); false -> ok end", ""),
    "filtered!-": ("Free = lists:filter(fun(N) -> R(N) =:= A end, [KR]), [W(N) || N <- Free]", ""),
    "comprehension": ("[T(R(KR), W(KW)) || _ <- [1, 2]]", ""),
    "generator!": ("[T(R(N), W(N)) || N <- [KR]]", ""),
    "filter-": ("[W(KW) || _ <- [1], R(KR) =:= A]", ""),
    "generator_and_filter!-": ("[W(N) || N <- [KR], R(N) =:= A]", ""),
    "recursion": ("loop([1, 2], KR, KW)", "loop([], _, _) -> ok; loop([_ | L], N, M) -> T(R(N), W(M)), loop(L, N, M)."),
    "next_round-": ("lp(KR, KW, start)", "lp(_, _, stop) -> ok; lp(N, M, A) -> W(M), lp(N, M, stop); lp(N, M, _) -> lp(N, M, R(N))."),
    "mutual-": ("ma(KR, KW, 2)",
                "ma(_, _, 0) -> ok; ma(N, M, I) -> case R(N) of A -> mb(N, M, I); _ -> ok end. mb(N, M, I) -> W(M), ma(N, M, I - 1)."),
    "spawned_fun": ("spawn(fun() -> T(R(KR), W(KW)) end)", ""),
    "spawned_name": ("spawn(?MODULE, run2, [KR, KW])", "run2(N, M) -> T(R(N), W(M))."),
    "spawned_writer": ("T(R(KR), spawn(fun() -> W(KW) end))", ""),
    "server": ("spawn(fun() -> srv(KR, KW) end)", "srv(N, M) -> receive go -> T(R(N), W(M)), srv(N, M); stop -> ok end."),
    "apply3-": ("T(R(KR), apply(?MODULE, w, [KW]))", "w(N) -> W(N)."),
    "apply2-": ("T(R(KR), apply(fun w/1, [KW]))", "w(N) -> W(N)."),
    "remote-": ("T(?MODULE:r(KR), ?MODULE:w(KW))", "r(N) -> R(N). w(N) -> W(N)."),
    "andalso-": ("R(KR) =:= A andalso W(KW)", ""),
    "orelse-": ("R(KR) =/= A orelse W(KW)", ""),
    "received": ("X = R(KR), receive go -> ok end, T(X, W(KW))", ""),
    "result_in_tuple": ("{X, _} = {R(KR), 1}, T(X, W(KW))", ""),
    "tuple_tested": ("case {R(KR), get(mode)} of {A, m} -> W(KW); _ -> ok end", ""),
    "else_exits-": ("case R(KR) of A -> ok; _ -> exit(taken) end, W(KW)", ""),
    "else_throws-": ("check(KR), W(KW)", "check(N) -> case R(N) of A -> ok; _ -> throw(taken) end."),
    "must_match": ("A = R(KR), W(KW)", ""),
    "in_branch": ("case get(mode) of m1 -> T(R(KR), W(KW)); m2 -> ok end", ""),
    "read_in_branch": ("X = case get(mode) of m1 -> R(KR); _ -> none end, T(X, W(KW))", ""),
    "chain": ("c1(KR, KW)",
              "c1(N, M) -> c2(N, M). c2(N, M) -> X = R(N), c3(X, M). c3(X, M) -> c4(M, X). c4(M, X) -> c5(X, M). "
              "c5(A, M) -> W(M); c5(_, _) -> ok."),
    "in_record": ("S = #st{seen = R(KR)}, T(S#st.seen, W(KW))", ""),
    "in_map": ("S = #{seen => R(KR)}, case S of #{seen := A} -> W(KW); _ -> ok end", ""),
    "from_map": ("S = #{seen => R(KR)}, T(maps:get(seen, S), W(KW))", ""),
    "in_list": ("L = [R(KR)], T(hd(L), W(KW))", ""),
    "blocks": ("begin X = R(KR), ok end, begin T(X, W(KW)) end", ""),
    "tagged_answer-": ("case r(KR) of {free, _} -> W(KW); taken -> ok end", "r(N) -> case R(N) of A -> {free, N}; _ -> taken end."),
    "error_answer-": ("case r(KR) of {error, E} -> W(KW), E; {ok, X} -> X end",
                      "r(N) -> case R(N) of A -> {error, none}; X -> {ok, X} end."),
}


def arguments(text, start):
    """The texts between brackets that open at `start`, split at commas outside of other brackets; and where they end."""
    depth, parts, begin = 0, [], start + 1
    for i in range(start, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth == 0:
                return [*parts, text[begin:i].strip()], i + 1
        elif text[i] == "," and depth == 1:
            parts.append(text[begin:i].strip())
            begin = i + 1
    raise ValueError(text)


def expand(text, state):
    """Replaces R(...), W(...), T(...) and A."""
    read, found, write = state
    out, i = "", 0
    while i < len(text):
        alone = i == 0 or not (text[i - 1].isalnum() or text[i - 1] in "_#?:")
        if alone and text[i] in "RWT" and text[i + 1:i + 2] == "(":
            given, end = arguments(text, i + 1)
            given = [expand(g, state) for g in given]
            out += {"R": lambda g: read.format(k=g[0]), "W": lambda g: write.format(k=g[0]),
                    "T": lambda g: f"case {g[0]} of {found} -> {', '.join(g[1:])}; _ -> ok end"}[text[i]](given)
            i = end
        elif alone and text[i] == "A" and not text[i + 1:i + 2].isalnum():
            out += found
            i += 1
        else:
            out += text[i]
            i += 1
    return out


def source(name, state, shape, flow):
    parameters, first, read_key, write_key, _ = FLOWS[flow]
    head, guard = parameters.split(" when ") if " when " in parameters else (parameters, "")
    body, more = (expand(text.replace("KR", read_key).replace("KW", write_key), STATES[state]) for text in SHAPES[shape])
    table = "t_" + name
    lines = [f"-module({name}).", "-compile(export_all).", "-record(st, {key, seen}).", "-record(TAB, {key, value}).", "id(X) -> X."]
    if state.startswith("ets"):
        lines.append("init() -> ets:new(TAB, [named_table, public, set]).")
    if state.startswith("mnesia"):
        lines.append("init() -> mnesia:create_table(TAB, [{attributes, record_info(fields, TAB)}]).")
    lines += [f"run{head}{' when ' + guard if guard else ''} ->", f"    {first}", f"    {body}.", more]
    return "\n".join(lines).replace("TAB", table) + "\n"


def programs():
    """(name, text, whether it has a race)"""
    for state in STATES:
        for shape in SHAPES:
            if "-" in shape and state.endswith("update"):
                continue
            for flow, (_, _, _, _, same) in FLOWS.items():
                if ("!" in shape and not same) or (flow == "tagged" and state.startswith("name")):
                    continue
                name = f"{state}_{shape.strip('!-')}_{flow}"
                yield name, source(name, state, shape, flow), same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--keep", help="write the programs to this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        races = {}
        for name, text, race in programs():
            (folder / f"{name}.erl").write_text(text)
            races[name] = race
        command = [str(pathlib.Path(options.binary).resolve()), "check", "--format", "json", "--no-cache", "--min-confidence", "0",
                   "--top", "1000000", "."]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    report = json.loads(result.stdout)
    best = {}
    for finding in report["findings"]:
        name = pathlib.PurePath(finding["place"]["path"]).stem
        best[name] = max(best.get(name, 0), finding["confidence"])
    problems = [d["message"] for d in report["diagnostics"]][:10]
    missed = [name for name, race in races.items() if race and best.get(name, 0) < 50]
    alarms = [name for name, race in races.items() if not race and best.get(name, 0) >= 50]
    for what, names in (("missed", missed), ("false alarm", alarms)):
        for name in names[:20]:
            print(f"{what}: {name} ({best.get(name, 0)})")
    print("\n".join(problems))
    print(f"{len(races)} programs, {sum(races.values())} with a race: {len(missed)} missed, {len(alarms)} false alarms")
    return 1 if missed or alarms or problems else 0


sys.exit(main())
