# Sourced by scripts/test: runs named steps and prints how long each took.
step_names=() step_seconds=()
started=$SECONDS

print_times() {
  printf '\n%-58s %8s\n' "step" "seconds"
  for i in "${!step_names[@]}"; do printf '%-58s %8d\n' "${step_names[$i]}" "${step_seconds[$i]}"; done
  printf '%-58s %8d\n' "total" $((SECONDS - started))
}

# step NAME COMMAND...
step() {
  local name=$1 from=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  local status=0
  "$@" || status=$?
  step_names+=("$name") step_seconds+=($((SECONDS - from)))
  if [ $status -ne 0 ]; then
    step_names[-1]+=": FAILED"
    print_times
    exit 1
  fi
}
