# Ray on the hosts of lab.bash: head and driver on `head`, a node on each worker.
# shellcheck shell=bash disable=SC2154  # test-distributed sets the variables

ray_install() {
  [[ -x $engines/ray/bin/ray ]] || make_python_environment "$engines/ray" "$scripts/engines/requirements-ray.txt"
}

# A host that dies without a word stalls Ray for minutes unless head, workers and driver ask whether it is alive.
on_ray() {
  on "$1" env PATH="$engines/ray/bin:$PATH" RAY_USAGE_STATS_ENABLED=0 \
    RAY_grpc_client_keepalive_time_ms=5000 RAY_grpc_client_keepalive_timeout_ms=5000 "${@:2}"
}

ray_up() {
  local host
  on_ray head ray start --head --node-ip-address="$(lab_address head)" --port=6379 --num-cpus=0 \
    --object-store-memory=100000000 --include-dashboard=false --disable-usage-stats
  for host in w1 w2; do
    on_ray "$host" ray start --address="$(lab_address head):6379" --node-ip-address="$(lab_address "$host")" --num-cpus="$slots" \
      --object-store-memory=100000000 --disable-usage-stats
  done
}

# ray_run PLAN STORE OUT SHARDS
ray_run() {
  on_ray head timeout 300 python "$lab/ray_adapter.py" --plan "$1" --store "$2" --shards "$4" --feedlab "$feedlab"
}
