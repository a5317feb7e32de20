# Sees to what building FeedLab needs; for the scripts beside it, which set `root`.
# shellcheck shell=bash

least_swift=6.3

fail() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

# has_library HEADER PACKAGE: whether a library's headers are there.
has_library() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [[ -e $folder/$1 ]] && return 0
  done
  command -v pkg-config >/dev/null && pkg-config --exists "$2"
}

# install_library NAME DEBIAN FEDORA BREW: installs the headers, or says what is missing.
install_library() {
  local -a as_root=()
  if [[ $(uname) == Darwin ]]; then
    fail "$1 is missing; install it with: brew install $4"
  fi
  if ! command -v apt-get >/dev/null; then
    fail "$1 is missing; install it with its headers (Debian: $2, Fedora: $3)"
  fi
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "$1 is missing; let an administrator run: apt-get install $2"
    as_root=(sudo)
  fi
  printf 'Installing %s, %s.\n' "$2" "$1" >&2
  # Known package lists may be missing or old; a failed update is not yet a failed installation.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$2" >&2 ||
    fail "$2 could not be installed; try: apt-get install $2"
}

check_swift() {
  local version
  command -v swift >/dev/null ||
    fail "Swift is missing; FeedLab needs $least_swift or newer, from https://swift.org/install"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  if [[ $(printf '%s\n%s\n' "$least_swift" "${version:-0}" | sort -V | head -n 1) != "$least_swift" ]]; then
    fail "Swift ${version:-of an unknown version} is too old; FeedLab needs $least_swift or newer, from https://swift.org/install"
  fi
}

# make_python_environment FOLDER PACKAGE…: makes a Python environment with packages from the index of packages.
make_python_environment() {
  local folder=$1 log=$1.log
  shift
  command -v python3 >/dev/null || fail 'Python 3 is missing'
  # Python says on standard output what is missing.
  python3 -m venv "$folder" >"$log" 2>&1 ||
    fail "Python cannot make an environment (Debian: apt-get install python3-venv): $(tail -n 1 "$log")"
  "$folder/bin/pip" --disable-pip-version-check --quiet install --only-binary :all: "$@" >"$log" 2>&1 ||
    fail "$* could not be installed: $(tail -n 1 "$log")"
}

see_to_requirements() {
  check_swift
  has_library gsl/gsl_cdf.h gsl || install_library 'the GNU Scientific Library' libgsl-dev gsl-devel gsl
  # macOS brings SQLite with its developer tools.
  [[ $(uname) == Darwin ]] || has_library sqlite3.h sqlite3 ||
    install_library SQLite libsqlite3-dev sqlite-devel sqlite
}

# Lets temporary files be in memory where the system has a folder for that: the tests write many small ones, and
# wait for the disk with each.
keep_files_in_memory() {
  if [[ -d /dev/shm && -w /dev/shm ]]; then
    export TMPDIR=/dev/shm
  fi
}
