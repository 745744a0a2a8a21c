#!/usr/bin/env python3
"""The manifests of docs/fleet.md are what their engines take: tests/fleet/manifest_test.py PROGRAM

The Kubernetes job is checked against the part of the batch/v1 schema that it uses; unknown keys are errors there. Where the
Python package kubernetes-validate is installed, the job is checked against the published schema, too.
"""
import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
try:
    import kubernetes_validate
except ImportError:
    kubernetes_validate = None

import fleet_program

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs/fleet.md"


def closed(properties, required=()):
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 1}
AMOUNTS = closed({"cpu": TEXT, "memory": {"type": "string", "pattern": "^[0-9]+(Mi|Gi)$"}})
CONTAINER = closed({"name": TEXT, "image": TEXT, "command": {"type": "array", "items": TEXT},
                    "args": {"type": "array", "items": TEXT},
                    "resources": closed({"requests": AMOUNTS, "limits": AMOUNTS}),
                    "volumeMounts": {"type": "array", "items": closed({"name": TEXT, "mountPath": TEXT}, ["name", "mountPath"])}},
                   ["name", "image"])
POD = closed({"restartPolicy": {"enum": ["OnFailure", "Never"]}, "containers": {"type": "array", "items": CONTAINER, "minItems": 1},
              "volumes": {"type": "array", "items": closed({"name": TEXT, "persistentVolumeClaim": closed({"claimName": TEXT})})}},
             ["restartPolicy", "containers"])
JOB = closed({"apiVersion": {"const": "batch/v1"}, "kind": {"const": "Job"}, "metadata": closed({"name": TEXT}, ["name"]),
              "spec": closed({"completionMode": {"const": "Indexed"}, "completions": COUNT, "parallelism": COUNT,
                              "backoffLimit": COUNT, "template": closed({"spec": POD}, ["spec"])},
                             ["completionMode", "completions", "template"])}, ["apiVersion", "kind", "metadata", "spec"])


class ManifestTest(fleet_program.FleetTest):
    def setUp(self):
        super().setUp()
        blocks = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(), re.DOTALL)
        self.kubernetes, self.github, self.gitlab = [yaml.safe_load(block) for block in blocks]

    def check_commands(self, script, shards):
        """Runs the commands of a manifest, with folders of this test."""
        done = subprocess.run(["sh", "-euc", script], cwd=self.folder, capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(list((self.folder / "results/results").iterdir())), shards)

    def prepare(self, shards):
        self.make_projects(shards)
        self.write("projects.txt", "all/*\n")
        self.write("bin/deadheat", f'#!/bin/sh\nexec {fleet_program.program.PROGRAM} "$@"\n').chmod(0o755)
        return f"PATH={self.folder}/bin:$PATH\n"

    def test_kubernetes(self):
        jsonschema.validate(self.kubernetes, JOB)
        if kubernetes_validate:
            kubernetes_validate.validate(self.kubernetes, kubernetes_validate.latest_version(), strict=True)
        shards = self.kubernetes["spec"]["completions"]
        pod = self.kubernetes["spec"]["template"]["spec"]
        mounts = {mount["name"] for mount in pod["containers"][0]["volumeMounts"]}
        self.assertEqual(mounts, {volume["name"] for volume in pod["volumes"]})
        script = self.prepare(shards)
        command = pod["containers"][0]["args"][0].replace("/fleet/", "")
        script += f"deadheat fleet plan projects.txt -o plan.json --shards {shards}\n"
        script += f"for JOB_COMPLETION_INDEX in $(seq 0 {shards - 1}); do ({command}); done\n"
        self.check_commands(script, shards)

    def test_github(self):
        jobs = self.github["jobs"]
        shards = jobs["work"]["strategy"]["matrix"]["shard"]
        self.assertEqual(shards, list(range(1, len(shards) + 1)))
        self.assertEqual((jobs["work"]["needs"], jobs["merge"]["needs"]), ("plan", "work"))
        script = self.prepare(len(shards)) + self.runs(jobs["plan"])
        for shard in shards:
            script += self.runs(jobs["work"]).replace("${{ matrix.shard }}", str(shard))
        self.check_commands(script + self.runs(jobs["merge"]), len(shards))

    @staticmethod
    def runs(job):
        return "".join(step["run"] + "\n" for step in job["steps"] if "run" in step)

    def test_gitlab(self):
        total = self.gitlab["work"]["parallel"]
        self.assertEqual([self.gitlab[name]["stage"] for name in self.gitlab["stages"]], self.gitlab["stages"])
        script = self.prepare(total) + self.gitlab["plan"]["script"] + "\n"
        for index in range(1, total + 1):
            script += f"CI_NODE_INDEX={index} CI_NODE_TOTAL={total}\n{self.gitlab['work']['script']}\n"
        self.check_commands(script + self.gitlab["merge"]["script"], total)
        overview = (self.folder / "results/overview.html").read_text()
        self.assertEqual(json.loads(overview.split('id="data">')[1].split("</script>")[0])["head"]["run"], "results")


if __name__ == "__main__":
    fleet_program.main()
