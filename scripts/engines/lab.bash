# Hosts made of namespaces on this machine: each has its own network, processes, name, /run, /tmp and /dev/shm, and all share the files
# under $lab. For scripts/test-distributed, which sets `lab` (a folder) and `lab_keep` (folders beside it that the hosts see too).
#
#   lab_up head w1 w2     three hosts, joined by a switch
#   on w1 COMMAND...      runs a command on a host
#   lab_crash w1          a power cut: the network cable first, so that no host hears of it, then every process
#   lab_down              all away
#
# No namespace has a name, and each dies with the process that holds it, which dies with the script: nothing stays, however it ends.
# shellcheck shell=bash disable=SC2154  # test-distributed sets the variables

: "${lab:?a folder}" "${lab_keep[@]:?a list of folders}"

declare -A lab_process=()

lab_address() { if [[ $1 == head ]]; then echo 10.213.0.1; else echo "10.213.0.1${1#w}"; fi; }

# lab_hold FLAG... -- COMMAND...: a process in namespaces of its own; LAB_HELD is its id.
lab_hold() {
  local -a flags=()
  while [[ $1 != -- ]]; do flags+=("$1") && shift; done
  shift
  # A session of its own, so that Ctrl-C reaches the script alone, which then takes the hosts down in order.
  setpriv --pdeathsig KILL setsid unshare --net --pid --mount --fork --kill-child=KILL --mount-proc "${flags[@]}" "$@" \
    </dev/null >>"$lab/hosts.log" 2>&1 &
  local outer=$!
  LAB_HELD=
  until [[ -n $LAB_HELD && $(cat "/proc/$LAB_HELD/comm") != unshare ]]; do
    kill -0 "$outer" || return 1
    LAB_HELD=$(tr -d ' ' <"/proc/$outer/task/$outer/children") || true
    sleep 0.02
  done
}

lab_up() {
  local host
  lab_hold -- sleep infinity
  lab_process[switch]=$LAB_HELD
  on_switch ip link add lab type bridge
  on_switch ip link set lab up
  { echo 127.0.0.1 localhost && for host in "$@"; do echo "$(lab_address "$host") $host"; done; } >"$lab/hosts"
  for host in "$@"; do lab_host "$host"; done
}

lab_host() {
  # The first process collects the dead ones, as an init does; the folders to keep pass below the new /tmp as open files.
  # shellcheck disable=SC2016  # It is the inner shell that expands.
  lab_hold --uts -- bash -c '
    set -e
    host=$1 lab=$2 && shift
    hostname "$host"
    descriptors=()
    for folder; do exec {descriptor}<"$folder" && descriptors+=("$descriptor"); done
    for place in /tmp /run /dev/shm; do mount -t tmpfs -o mode=1777 tmpfs "$place"; done
    for folder; do
      mkdir -p "$folder" && mount --no-canonicalize --rbind "/proc/self/fd/${descriptors[0]}" "$folder"
      descriptor=${descriptors[0]} descriptors=("${descriptors[@]:1}")
      exec {descriptor}<&-
    done
    mount --bind "$lab/hosts" /etc/hosts
    chmod 755 /run && mkdir -p /run/lock && touch /run/up
    trap : CHLD
    while :; do sleep 3600 & wait $! || true; done' host "$1" "$lab" "${lab_keep[@]}"
  lab_process[$1]=$LAB_HELD
  on_switch ip link add "$1" type veth peer name eth0 netns "$LAB_HELD"
  on_switch ip link set "$1" master lab up
  # The last thing that the host makes.
  until [[ -e /proc/$LAB_HELD/root/run/up ]]; do
    [[ -e /proc/$LAB_HELD ]] || return 1
    sleep 0.02
  done
  on "$1" ip link set lo up
  on "$1" ip address add "$(lab_address "$1")/24" dev eth0
  on "$1" ip link set eth0 up
}

on() {
  local process=${lab_process[$1]}
  shift
  nsenter --target "$process" --net --uts --pid --mount --wd=/ -- "$@"
}

# The switch needs a network alone, and names other hosts by their processes here.
on_switch() { nsenter --target "${lab_process[switch]}" --net -- "$@"; }

lab_crash() {
  on_switch ip link set "$1" down
  lab_kill "$1"
}

lab_kill() {
  kill -KILL "${lab_process[$1]}" 2>/dev/null || true
  # What ran there is gone when its first process is.
  while [[ -e /proc/${lab_process[$1]} ]]; do sleep 0.02; done
  unset "lab_process[$1]"
}

lab_down() {
  local host
  for host in "${!lab_process[@]}"; do lab_kill "$host"; done
}
