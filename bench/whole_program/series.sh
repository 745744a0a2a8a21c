#!/bin/sh
# Time and memory a phase on generated images that double in size: series.sh [DEADHEAT] [LARGEST]
set -eu
here=$(dirname "$0")
deadheat=${1:-build/release/bin/deadheat}
largest=${2:-64000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lines=1000
while [ "$lines" -le "$largest" ]; do
  "$here/generate.py" "$lines" "$folder/$lines"
  echo "== $lines lines"
  "$deadheat" check --stats --format json "$folder/$lines" 2>&1 >"$folder/findings.json" |
    grep -E "^(pointer|traces|total|function|accesses|threads|lines)" || true
  echo "findings $(grep -c '"rule"' "$folder/findings.json" || true)"
  lines=$((lines * 2))
done
