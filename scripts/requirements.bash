# Sees to what building FeedLab needs; for the scripts beside it, which set `root`.
# shellcheck shell=bash

least_swift=6.3

fail() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

has_gsl() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [[ -e $folder/gsl/gsl_cdf.h ]] && return 0
  done
  command -v pkg-config >/dev/null && pkg-config --exists gsl
}

install_gsl() {
  local -a as_root=()
  if [[ $(uname) == Darwin ]]; then
    fail "the GNU Scientific Library is missing; install it with: brew install gsl"
  fi
  if ! command -v apt-get >/dev/null; then
    fail "the GNU Scientific Library is missing; install it with its headers (Debian: libgsl-dev, Fedora: gsl-devel)"
  fi
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "the GNU Scientific Library is missing; let an administrator run: apt-get install libgsl-dev"
    as_root=(sudo)
  fi
  printf 'Installing libgsl-dev, the GNU Scientific Library.\n' >&2
  # Known package lists may be missing or old; a failed update is not yet a failed installation.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends libgsl-dev >&2 ||
    fail "libgsl-dev could not be installed; try: apt-get install libgsl-dev"
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

see_to_requirements() {
  check_swift
  has_gsl || install_gsl
}
