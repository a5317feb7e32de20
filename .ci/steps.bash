# For the scripts beside it: steps with their times, and what the tests of reports need.
# shellcheck shell=bash

# A workflow reports what the check of the rankers finds, and not what examples find in made-up changes.
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# shellcheck source=scripts/requirements.bash
source scripts/requirements.bash
build_quickly

# For files of the steps.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Names of the steps that ran, and the seconds and the processor seconds at which they began.
steps=() began=() used=()
# The step of .ci/steps.tsv that is running; a later step begins only when it has passed.
due=
# How many steps the script has come to, and the first and the last that run.
number=0 first_step=1 last_step=1000

# step NAME: begins a step; false where it is not to run.
step() {
  number=$((number + 1))
  ((number >= first_step && number <= last_step)) || return 1
  keep_passed
  count_processor_seconds
  steps+=("$1") began+=("$SECONDS") used+=("$processor")
  printf '\n== %d. %s (%d s)\n' "$number" "$1" "$SECONDS"
}

# step_if_due ID NAME: begins a step of .ci/steps.tsv; false where nothing changed that it depends on since it passed.
step_if_due() {
  local code=0
  .ci/due "$1" || code=$?
  case $code in
    0) step "$2" && due=$1 ;;
    3) return 1 ;;
    *) exit "$code" ;;
  esac
}

# Keeps in .ci/passed that the step has passed.
keep_passed() {
  [[ -z $due ]] || .ci/due --passed "$due"
  due=
}

# Sets `processor` to the processor seconds of all processes of this script that have ended. The shell that began them must ask.
count_processor_seconds() {
  times >"$scratch/times"
  processor=$(awk 'END { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += part[1] * 60 + part[2] } printf "%d", sum }' \
    "$scratch/times")
}

# Prints what each step took; fails where no step ran.
print_steps() {
  ((${#steps[@]})) || { echo "no step ran: their numbers are 1 to $number" >&2 && exit 64; }
  keep_passed
  count_processor_seconds
  began+=("$SECONDS") used+=("$processor")
  printf '\n== Done (%d s)\n' "$SECONDS"
  for index in "${!steps[@]}"; do
    printf '%5d s %5d s of CPU  %s\n' \
      "$((began[index + 1] - began[index]))" "$((used[index + 1] - used[index]))" "${steps[index]}"
  done
}

# Sees to a browser.
see_to_reports() {
  # Required from here on: without it the tests that draw would be left out.
  export CI=true
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
    command -v google-chrome >/dev/null || .ci/install-browser
}

# example FOLDER PROGRAM ARGUMENT…: runs the program of a package outside. It compiles the library as the
# release build does, so that its folder has it already. What SwiftPM remembers there is of another package.
example() {
  swift run -c release --disable-build-manifest-caching --package-path "$1" --scratch-path .build "${@:2}"
}
