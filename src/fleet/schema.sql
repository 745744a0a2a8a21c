-- The database of `deadheat fleet merge`; docs/fleet.md describes it. A change needs a new kSchemaVersion (merge.cpp).
-- The same results give the same rows and numbers, whatever engine made them: only `measurements` differs.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,          -- in the order in which they were merged
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,              -- digest of the plan
  tool TEXT NOT NULL               -- version of deadheat that merged it
);
CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs(id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL,              -- folder, archive, git, trace
  path TEXT NOT NULL,
  revision TEXT NOT NULL,          -- git only
  commit_id TEXT NOT NULL,         -- git only: what the revision was
  outcome TEXT NOT NULL,           -- done, incomplete, failed, not run
  reason TEXT NOT NULL,            -- of a failure
  report TEXT NOT NULL,            -- its HTML report, below the folder of the run; empty where there is none
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  notes INTEGER NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,          -- of its source files
  UNIQUE (run, name)
);
CREATE TABLE measurements (
  project INTEGER PRIMARY KEY REFERENCES projects(id),
  seconds REAL NOT NULL,
  peak_bytes INTEGER NOT NULL
);
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES projects(id),
  path TEXT NOT NULL,              -- below the project
  language TEXT NOT NULL,          -- empty: named by a finding or message only
  bytes INTEGER NOT NULL,
  UNIQUE (project, path)
);
CREATE TABLE findings (
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES projects(id),
  rule TEXT NOT NULL,
  level TEXT NOT NULL,             -- error, warning, note
  confidence INTEGER NOT NULL,     -- 0 to 100
  message TEXT NOT NULL,
  file INTEGER REFERENCES files(id),
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  shared_kind TEXT NOT NULL,
  shared_name TEXT NOT NULL,
  hint TEXT NOT NULL,
  fingerprint TEXT NOT NULL
);
CREATE TABLE accesses (
  finding INTEGER NOT NULL REFERENCES findings(id),
  position INTEGER NOT NULL,       -- from 1
  kind TEXT NOT NULL,
  file INTEGER REFERENCES files(id),
  line INTEGER NOT NULL,
  "column" INTEGER NOT NULL,
  symbol TEXT NOT NULL,
  thread TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (finding, position)
) WITHOUT ROWID;
CREATE TABLE diagnostics (
  project INTEGER NOT NULL REFERENCES projects(id),
  position INTEGER NOT NULL,       -- from 1
  severity TEXT NOT NULL,          -- error, warning, note
  file INTEGER REFERENCES files(id),
  line INTEGER NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (project, position)
) WITHOUT ROWID;
CREATE INDEX findings_by_project ON findings(project, level, confidence);
CREATE INDEX findings_by_rule ON findings(rule, level);
CREATE INDEX findings_by_file ON findings(file);
CREATE INDEX findings_by_fingerprint ON findings(fingerprint);
CREATE INDEX projects_by_outcome ON projects(run, outcome);
CREATE INDEX projects_by_name ON projects(name);
