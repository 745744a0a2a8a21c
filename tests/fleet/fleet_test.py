#!/usr/bin/env python3
"""deadheat fleet: plans, workers, the database and its questions: tests/fleet/fleet_test.py PROGRAM"""
import csv
import io
import json
import shutil
import zipfile

import fleet_program
import program


class PlanTest(fleet_program.FleetTest):
    def test_kinds_names_and_balance(self):
        self.make_projects(3)
        self.write("other/p01/a.py", program.CLEAN)
        self.write("big/a.py", program.CLEAN + "# padding\n" * 10000)
        with zipfile.ZipFile(self.folder / "s-sources.jar", "w") as jar:
            jar.writestr("a.py", program.RACY)
        self.git(self.folder, "init", "-q", "repo")
        self.write("repo/a.py", program.RACY)
        self.git(self.folder / "repo", "add", ".")
        self.git(self.folder / "repo", "commit", "-qm", "one")
        self.git(self.folder, "clone", "-q", "--bare", "repo", "bare.git")
        self.write("list/projects.txt", "# all of them\n../all/*\n../other/p01\n../big  \n../s-sources.jar\n"
                                        "../repo@main\n../bare.git\n\n../big\n")
        done = self.plan("list/projects.txt", shards=3)
        self.assertIn("8 projects", done.stdout)
        self.assertIn("big is listed twice; it is analysed once", done.stderr)
        plan = json.loads((self.folder / "plan.json").read_text())
        by_name = {project["name"]: project for project in plan["projects"]}
        self.assertEqual(sorted(by_name), ["all/p01", "bare.git@HEAD", "big", "other/p01", "p02", "p03", "repo@main",
                                           "s-sources.jar"])
        self.assertEqual(by_name["repo@main"]["kind"], "git")
        self.assertEqual(by_name["repo@main"]["commit"], self.git(self.folder / "repo", "rev-parse", "HEAD"))
        self.assertEqual(by_name["s-sources.jar"]["kind"], "archive")
        # The large one has a shard for itself.
        alone = [p["name"] for p in plan["projects"] if p["shard"] == by_name["big"]["shard"]]
        self.assertEqual(alone, ["big"])
        first = (self.folder / "plan.json").read_bytes()
        self.plan("list/projects.txt", shards=3)
        self.assertEqual(first, (self.folder / "plan.json").read_bytes())

    def test_mistakes_in_a_list_name_the_line(self):
        self.write("notes.md", "text")
        self.write("list.txt", "\nnotes.md\n")
        self.expect(2, "fleet", "plan", "list.txt", "-o", "p", err="list.txt:2: 'notes.md' is neither a folder nor an archive")
        self.write("list.txt", "no*thing\n")
        self.expect(2, "fleet", "plan", "list.txt", "-o", "p", err="list.txt:1: 'no*thing' matches nothing")
        self.write("list.txt", "a\nrepo@--upload-pack=x\n")
        self.expect(2, "fleet", "plan", "list.txt", "-o", "p", err="list.txt:2: ")
        self.expect(2, "fleet", "plan", "nothing", "-o", "p", err="'nothing' does not exist")
        self.expect(2, "fleet", "plan", "list.txt", err="fleet plan needs -o PLAN")
        self.expect(2, "fleet", "plan", "list.txt", "-o", "p", "--into", "x", err="fleet plan has no option --into")
        self.assertFalse((self.folder / "p").exists())

    def test_a_plan_edited_by_hand(self):
        self.make_projects(2)
        self.plan("all/p01", "all/p02")
        good = json.loads((self.folder / "plan.json").read_text())

        def edited(change, message):
            plan = json.loads(json.dumps(good))
            change(plan)
            self.write("bad.json", json.dumps(plan, indent=2))
            self.expect(2, "fleet", "work", "bad.json", "--shard", "1/2", "--into", "out", err=message)

        edited(lambda p: p.update(version=9), "bad.json: version: this program reads version 1 only")
        edited(lambda p: p.pop("limits"), "bad.json: limits: is missing")
        edited(lambda p: p["limits"].update(seconds="ten"), "bad.json: limits.seconds: expected a whole number")
        edited(lambda p: p["projects"][1].update(kind="disk"), "bad.json: projects[1].kind: expected folder, archive, git")
        edited(lambda p: p["projects"][1].update(path="p02"), "bad.json: projects[1].path: expected an absolute path")
        edited(lambda p: p["projects"][0].update(shard=7), "bad.json: projects[0].shard: expected a whole number from 1 to 2")
        edited(lambda p: p["projects"][0].update(revison="x"), "bad.json: projects[0].revison: is not a member")
        edited(lambda p: p["projects"][1].update(name="p01"), 'projects[1].name: "p01" is also the name of projects[0]')
        edited(lambda p: p["projects"][0].update(kind="git", revision="-x"), "projects[0].revision: must not begin with")
        self.write("bad.json", '{\n  "version": 1,\n  "shards": }\n')
        self.expect(2, "fleet", "work", "bad.json", "--shard", "1/2", "--into", "out", err="bad.json:3: not JSON")
        self.assertFalse((self.folder / "out").exists())


class WorkTest(fleet_program.FleetTest):
    def test_all_kinds_and_the_database(self):
        self.make_projects(5)
        fleet_program.tar_of(self.folder / "t.tar.gz", [("d/a.py", program.RACY.encode()), (".git/config", b"x")])
        self.git(self.folder, "init", "-q", "repo")
        self.write("repo/a.py", program.RACY)
        self.git(self.folder / "repo", "add", ".")
        self.git(self.folder / "repo", "commit", "-qm", "racy")
        self.write("repo/a.py", program.CLEAN)
        self.git(self.folder / "repo", "commit", "-qam", "clean")
        self.plan("all/*", "t.tar.gz", "repo@HEAD", "repo@HEAD~1")
        self.expect(0, "fleet", "work", "plan.json", "--shard", "1/2", "--into", "out", err="shard 1/2: ")
        self.expect(0, "fleet", "merge", "out", out=" not run")
        self.run_all("out", out="8 of 8 projects")
        self.run_all("out", out="nothing is left to do")
        self.expect(0, "fleet", "merge", "out", out="3 findings in 8 projects, 0 failed, 0 not run")
        database = self.folder / "out/fleet.db"
        self.assertEqual(fleet_program.rows(database, "SELECT name FROM projects WHERE errors > 0 ORDER BY name"),
                         [("p03",), ("repo@HEAD~1",), ("t.tar.gz",)])
        self.assertEqual(fleet_program.rows(database, "SELECT x.path, f.line FROM findings f JOIN files x ON x.id = f.file "
                                                      "JOIN projects p ON p.id = f.project WHERE p.name = 't.tar.gz'"),
                         [("d/a.py", 4)])
        for name, report in fleet_program.rows(database, "SELECT name, report FROM projects WHERE report <> ''"):
            self.assertIn("<title>deadheat report", (self.folder / "out" / report).read_text(), name)
        self.assertEqual(list((self.folder / "out/scratch").iterdir()), [])

    def test_the_same_rows_wherever_and_in_whatever_order(self):
        self.make_projects(7)
        self.plan("all/*", shards=3)
        self.run_all("one", "--jobs", "1")
        for shard in (3, 1, 2):
            self.expect(0, "fleet", "work", "plan.json", "--shard", f"{shard}/3", "--into", "deep/er/two", "--jobs", "2")
        self.assertEqual(self.merged("one"), self.merged("deep/er/two"))
        # A second merge replaces the run: nothing is counted twice.
        self.assertEqual(self.merged("one"), self.merged("deep/er/two"))

    def test_findings_do_not_hide_what_was_not_analysed(self):
        self.write("a/a.py", program.RACY)
        self.write("a/b.py", "@proc\ndef broken(n: size\n")
        self.plan("a", shards=1)
        self.run_all("out")
        self.expect(0, "fleet", "merge", "out", out="1 findings in 1 projects")
        self.assertEqual(self.outcomes("out"), {"a": ("incomplete", "")})

    def test_a_folder_belongs_to_one_plan(self):
        self.make_projects(2)
        self.plan("all/p01")
        self.expect(0, "fleet", "work", "plan.json", "--shard", "1/2", "--into", "out")
        self.plan("all/p02")
        self.expect(3, "fleet", "work", "plan.json", "--shard", "1/2", "--into", "out", err="holds the results of another plan")
        self.expect(2, "fleet", "work", "plan.json", "--shard", "1/3", "--into", "out", err="the plan has 2 shards")
        self.expect(2, "fleet", "work", "plan.json", "--shard", "3/2", "--into", "out", err="takes I/N")

    def test_a_configuration_above_does_not_count(self):
        self.write("deadheat.toml", 'ignore = ["exo-*"]\n')
        self.write("a/a.py", program.RACY)
        self.write("b/a.py", program.RACY)
        self.write("b/deadheat.toml", 'ignore = ["exo-*"]\n')
        self.plan("a", "b")
        self.run_all("out")
        self.expect(0, "fleet", "merge", "out")
        self.assertEqual(fleet_program.rows(self.folder / "out/fleet.db", "SELECT name, errors FROM projects ORDER BY 1"),
                         [("a", 1), ("b", 0)])


class TraceTest(fleet_program.FleetTest):
    def test_pieces_of_a_trace(self):
        if "--shard" not in self.expect(0, "replay", "--help").stdout:
            self.skipTest("this program has no shards of traces")
        events = "".join(f"T{t}|w(x{v})|{10 * t + v}\n" for v in range(8) for t in (1, 2))
        trace = self.write("racy.std", events)
        self.write("good/a.py", program.CLEAN)
        whole = json.loads(self.run_program("replay", "--tools", "FastTrack", "--format", "json", str(trace)).stdout)
        self.assertGreater(len(whole["findings"]), 1)
        self.plan("good", "--trace", "racy.std", "--tools", "FastTrack", "--pieces", "3", shards=2)
        self.run_all("out", out="4 of 4 projects")
        self.expect(0, "fleet", "merge", "out", out="in 2 projects, 0 failed, 0 not run")
        found = fleet_program.rows(self.folder / "out/fleet.db", "SELECT p.name, p.kind, f.fingerprint FROM findings f JOIN "
                                                                 "projects p ON p.id = f.project ORDER BY f.id")
        self.assertEqual(found, [("racy.std", "trace", finding["fingerprint"]) for finding in whole["findings"]])
        next((self.folder / "out/results").glob("racy.std_2_3-*")).unlink()
        self.expect(0, "fleet", "merge", "out", out="in 2 projects, 0 failed, 1 not run")

    def test_pieces_of_a_cut_trace(self):
        self.write("cut.std", "T1|w(x)|1\nT2|w(x)|2\nT1|w(y)|3\nT1|wri")
        self.plan("--trace", "cut.std", "--pieces", "2", shards=1)
        self.run_all("out", out="2 of 2 projects")
        self.expect(0, "fleet", "merge", "out", out="1 findings in 1 projects, 0 failed, 0 not run")
        self.assertEqual(fleet_program.rows(self.folder / "out/fleet.db", "SELECT name, outcome FROM projects"),
                         [("cut.std", "incomplete")])
        message, = fleet_program.rows(self.folder / "out/fleet.db", "SELECT line, message FROM diagnostics")
        self.assertEqual(message[0], 4)
        self.assertIn("3 events were read", message[1])

    def test_more_pieces_than_a_replay_has_shards(self):
        self.write("racy.std", "T1|w(x)|1\n")
        self.expect(2, "fleet", "plan", "--trace", "racy.std", "--pieces", "4097", "-o", "plan.json", err="4096")
        self.plan("--trace", "racy.std", "--pieces", "2", shards=1)
        plan = json.loads((self.folder / "plan.json").read_text())
        for project in plan["projects"]:
            project["pieces"] = 4097
        self.write("bad.json", json.dumps(plan))
        self.expect(2, "fleet", "work", "bad.json", "--shard", "1/1", "--into", "out",
                    err="bad.json: projects[0].pieces: expected a whole number from 1 to 4096")


class QueryTest(fleet_program.FleetTest):
    def setUp(self):
        super().setUp()
        self.make_projects(6)
        self.plan("all/*")
        self.run_all("monday")
        self.expect(0, "fleet", "merge", "monday", "-o", "all.db")

    def test_new_and_fixed(self):
        shutil.copy(self.folder / "all/p03/a.py", self.folder / "all/p01/a.py")
        self.write("all/p06/a.py", program.CLEAN)
        self.run_all("tuesday")
        self.expect(0, "fleet", "merge", "tuesday", "-o", "all.db")
        new = json.loads(self.expect(0, "fleet", "query", "new", "all.db", "--format", "json").stdout)
        self.assertEqual([(row["project"], row["place"]) for row in new], [("p01", "a.py:4")])
        fixed = json.loads(self.expect(0, "fleet", "query", "fixed", "all.db", "--format", "json").stdout)
        self.assertEqual([row["project"] for row in fixed], ["p06"])
        first = json.loads(self.expect(0, "fleet", "query", "new", "all.db", "--run", "monday", "--format", "json").stdout)
        self.assertEqual(len(first), 2)
        runs = json.loads(self.expect(0, "fleet", "query", "runs", "all.db", "--format", "json").stdout)
        self.assertEqual([(row["run"], row["errors"], row["asked"]) for row in runs], [("monday", 2, 0), ("tuesday", 2, 1)])

    def test_every_question_in_every_format(self):
        listed = self.expect(0, "fleet", "query").stdout
        names = [line.split()[0] for line in listed.splitlines()[1:]]
        self.assertGreaterEqual(len(names), 10)
        for name in names:
            for form in ("table", "csv", "json"):
                text = self.expect(0, "fleet", "query", name, "all.db", "--format", form).stdout
                self.assertTrue(text.strip(), name)
        table = self.expect(0, "fleet", "query", "rules", "all.db").stdout.splitlines()
        self.assertEqual(table[0].split(), ["rule", "findings", "projects", "errors", "warnings", "confidence"])
        self.assertEqual(table[1].split()[:3], ["exo-race", "2", "2"])
        text = self.expect(0, "fleet", "query", "projects", "all.db", "--format", "csv").stdout
        self.assertEqual([row["project"] for row in csv.DictReader(io.StringIO(text))][:2], ["p03", "p06"])
        self.expect(0, "fleet", "query", "projects", "all.db", "--limit", "2", out="only the first 2; --limit N shows more")
        self.expect(2, "fleet", "query", "rulez", "all.db", err="did you mean 'rules'?")
        self.expect(2, "fleet", "query", "rules", "all.db", "--run", "sunday", err="no run 'sunday'")
        self.expect(2, "fleet", "query", "rules", "none.db", err="none.db: cannot be opened")

    def test_the_overview(self):
        self.write("all/p01/<b>&.py", program.RACY)
        self.run_all("next")
        self.expect(0, "fleet", "merge", "next")
        page = (self.folder / "next/overview.html").read_text()
        self.assertIn("default-src 'none'; style-src 'sha256-", page)
        data = page[page.index('id="data">') + len('id="data">'):page.index("</script>", page.index('id="data">'))]
        self.assertNotIn("<", data)
        data = json.loads(data)
        self.assertEqual(len(data["projects"]), 6)
        self.assertEqual([rule["rule"] for rule in data["rules"]], ["exo-race"])
        self.assertIn("<b>&.py", data["paths"])
        for project in data["projects"]:
            self.assertTrue((self.folder / "next" / project[-1]).is_file())


if __name__ == "__main__":
    fleet_program.main()
