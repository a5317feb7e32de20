# Dask on the hosts of lab.bash: scheduler and driver on `head`, two workers on each of the others. `shipping` is the same without a
# shared folder.
# shellcheck shell=bash disable=SC2154  # test-distributed sets the variables

dask_install() {
  [[ -x $engines/dask/bin/dask ]] || make_python_environment "$engines/dask" "$scripts/engines/requirements-dask.txt"
}

dask_up() {
  local host
  dask_scheduler=tcp://$(lab_address head):8786
  on head "$engines/dask/bin/dask" scheduler --host "$(lab_address head)" --port 8786 --no-dashboard </dev/null >"$folder/dask-head.log" 2>&1 &
  for host in w1 w2; do
    on "$host" "$engines/dask/bin/dask" worker "$dask_scheduler" --host "$(lab_address "$host")" --nworkers "$slots" --nthreads 1 \
      --no-dashboard --local-directory /tmp </dev/null >"$folder/dask-$host.log" 2>&1 &
  done
  until_true 60 dask_has_workers
}

dask_has_workers() { [[ $(cat "$folder"/dask-w?.log | grep -c 'Registered to') == $((2 * slots)) ]]; }

# dask_run PLAN STORE OUT SHARDS
dask_run() {
  on head timeout 300 "$engines/dask/bin/python" "$lab/dask_adapter.py" --plan "$1" --store "$2" --shards "$4" \
    --feedlab "$feedlab" --scheduler "$dask_scheduler"
}

shipping_install() { dask_install; }

shipping_up() {
  local host
  for host in w1 w2; do
    on "$host" umount --recursive "$lab"
    on "$host" test ! -e "$feedlab"
  done
  dask_up
}

shipping_run() {
  on head timeout 300 "$engines/dask/bin/python" "$lab/dask_shipping_adapter.py" "$1" "$2" "$4" "$feedlab" "$dask_scheduler"
}
