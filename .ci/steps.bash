# For the scripts beside it: steps with their times, and what the tests of reports need.
# shellcheck shell=bash

# A workflow reports what the check of the rankers finds, and not what examples find in made-up changes.
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# Names of steps, and the seconds at which they began.
steps=() began=()

# step NAME: begins a step.
step() {
  steps+=("$1") began+=("$SECONDS")
  printf '\n== %s (%d s)\n' "$1" "$SECONDS"
}

# Prints what each step took.
print_steps() {
  step 'Done'
  for ((index = 0; index < ${#steps[@]} - 1; index++)); do
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
