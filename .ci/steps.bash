# For the scripts beside it: steps with their times, and what the tests of reports need.
# shellcheck shell=bash

# A workflow reports what the check of the rankers finds, and not what examples find in made-up changes.
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# Names of the steps that ran, and the seconds at which they began.
steps=() began=()
# How many steps the script has come to, and the first and the last that run.
number=0 first_step=1 last_step=1000

# step NAME: begins a step; false where it is not to run.
step() {
  number=$((number + 1))
  ((number >= first_step && number <= last_step)) || return 1
  steps+=("$1") began+=("$SECONDS")
  printf '\n== %d. %s (%d s)\n' "$number" "$1" "$SECONDS"
}

# Prints what each step took; fails where no step ran.
print_steps() {
  ((${#steps[@]})) || { echo "no step ran: their numbers are 1 to $number" >&2 && exit 64; }
  began+=("$SECONDS")
  printf '\n== Done (%d s)\n' "$SECONDS"
  for index in "${!steps[@]}"; do
    printf '%5d s  %s\n' "$((began[index + 1] - began[index]))" "${steps[index]}"
  done
}

# Makes the folder `scratch`, and sees to a browser.
see_to_reports() {
  # Required from here on: without it the tests that draw would be left out.
  export CI=true
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
    command -v google-chrome >/dev/null || .ci/install-browser
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
}

# example FOLDER PROGRAM ARGUMENT…: runs the program of a package outside. It compiles the library as the
# release build does, so that its folder has it already. What SwiftPM remembers there is of another package.
example() {
  swift run -c release --disable-build-manifest-caching --package-path "$1" --scratch-path .build "${@:2}"
}
