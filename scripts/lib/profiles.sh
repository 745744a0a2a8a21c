# Where the programs of the asan build count what they execute. Sourced by scripts/test and scripts/coverage.
profiles=$PWD/build/asan/profiles

# Runs a command whose programs add to the profiles, which are empty before. %4m: one of four files for each program,
# which its runs share.
with_profiles() {
  rm -rf "$profiles"
  mkdir -p "$profiles"
  LLVM_PROFILE_FILE=$profiles/%4m.profraw "$@"
}
