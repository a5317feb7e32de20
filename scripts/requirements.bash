# Sees to what building FeedLab needs; for other scripts.
# shellcheck shell=bash

least_swift=6.3

# fail SENTENCE [CODE]: ends the script; exit code 1 unless another is given.
fail() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# The file by which a script knows a folder that it made.
own_mark=.feedlab-${0##*/}

# check_own FOLDER: fails where the folder has files and this script did not make it.
check_own() {
  [[ ! -e $1 && ! -L $1 || -d $1 && (-f $1/$own_mark || -z $(ls -A -- "$1")) ]] ||
    fail "$1 has files that this script did not write; name a new folder, or remove it yourself"
}

# replace_own FOLDER NEW: puts a folder that is complete in place of one that check_own let pass.
replace_own() {
  check_own "$1"
  touch -- "$2/$own_mark"
  rm -rf -- "$1"
  mkdir -p -- "$(dirname -- "$1")"
  mv -- "$2" "$1"
}

# announce REASON COMMAND: says what is about to be installed, with which command, and how to refuse. Where FEEDLAB_INSTALL is no, nothing
# is installed and the script ends with exit code 69.
announce() {
  if [[ ${FEEDLAB_INSTALL:-} == no ]]; then
    fail "$1; FEEDLAB_INSTALL=no refuses the installation; to do it yourself: $2" 69
  fi
  printf '%s: %s; installing now: %s\n' "${0##*/}" "$1" "$2" >&2
  printf '%s: to refuse, end this with Ctrl-C and set FEEDLAB_INSTALL=no\n' "${0##*/}" >&2
}

# has_library HEADER PACKAGE: whether a library's headers are there.
has_library() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [[ -e $folder/$1 ]] && return 0
  done
  command -v pkg-config >/dev/null && pkg-config --exists "$2"
}

# install_packages REASON PACKAGE…: installs packages of Debian and its kin, after saying so.
install_packages() {
  local reason=$1 install="apt-get install --no-install-recommends ${*:2}"
  local -a as_root=(env DEBIAN_FRONTEND=noninteractive) options=(-qq -o DPkg::Lock::Timeout=300)
  shift
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "$reason; let an administrator run: $install"
    as_root=(sudo "${as_root[@]}")
    install="sudo $install"
  fi
  announce "$reason" "$install"
  # Known package lists may be missing or old; a failed update is not yet a failed installation.
  "${as_root[@]}" apt-get "${options[@]}" update >&2 || true
  "${as_root[@]}" apt-get "${options[@]}" install --yes --no-install-recommends "$@" >&2 ||
    fail "the installation failed; try: $install"
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

# make_python_environment FOLDER REQUIREMENTS: makes a Python environment with the packages of a file, which has the hash of each. What was
# printed meanwhile is in FOLDER.log.
make_python_environment() {
  local folder=$1 requirements=$2 log=$1.log packages
  command -v python3 >/dev/null || fail 'Python 3 is missing'
  packages=$(sed -n 's/^\([^ #]*==[^ ]*\).*/\1/p' "$requirements" | tr '\n' ' ')
  announce "$folder needs the Python packages ${packages% }" "pip install --require-hashes --requirement $requirements"
  mkdir -p "$(dirname -- "$folder")"
  # Python says on standard output what is missing.
  python3 -m venv "$folder" >"$log" 2>&1 ||
    fail "Python cannot make an environment (Debian: apt-get install python3-venv): $(tail -n 1 "$log")"
  "$folder/bin/pip" --disable-pip-version-check --quiet install --only-binary :all: --require-hashes \
    --requirement "$requirements" >"$log" 2>&1 ||
    fail "$requirements could not be installed: $(grep -m 1 ERROR "$log" || tail -n 1 "$log")"
}

# Sees to Swift and to the system's libraries, which are named together before anything is installed.
see_to_requirements() {
  local needs=
  local -a debian=() fedora=()
  check_swift
  has_library gsl/gsl_cdf.h gsl ||
    { needs='the GNU Scientific Library' debian+=(libgsl-dev) fedora+=(gsl-devel); }
  # macOS brings SQLite with its developer tools.
  [[ $(uname) == Darwin ]] || has_library sqlite3.h sqlite3 ||
    { needs+="${needs:+ and }SQLite" debian+=(libsqlite3-dev) fedora+=(sqlite-devel); }
  [[ -n $needs ]] || return 0
  needs="the build needs $needs with headers"
  [[ $(uname) != Darwin ]] || fail "$needs; install them with: brew install gsl"
  command -v apt-get >/dev/null ||
    fail "$needs; install them (Debian: ${debian[*]}; Fedora: ${fedora[*]})"
  install_packages "$needs" "${debian[@]}"
}

# Has builds leave out the optimiser where it costs more than it saves: see the end of Package.swift. SwiftPM keeps the plan of a
# build unless the manifest's file changes, so a build that asks for something else needs --disable-build-manifest-caching.
build_quickly() { export FEEDLAB_QUICK_BUILD=1; }

# Lets temporary files be in memory where the system has a folder for that: the tests write many small ones, and
# wait for the disk with each.
keep_files_in_memory() {
  if [[ -d /dev/shm && -w /dev/shm ]]; then
    export TMPDIR=/dev/shm
  fi
}
