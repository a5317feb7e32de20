"""Simulates a FeedLab plan on a Ray cluster, one task a shard; plan and store are in a folder that all hosts share.

    python ray_adapter.py --plan S/plans/ID.jsonl --store S --shards 64 [--cpus 4] [--feedlab PROGRAM]

The cluster is that of RAY_ADDRESS, or the one that this host belongs to. It ends with 0 when each shard has ended well, else with 1;
either way it is `feedlab gather` that says what is there.
"""
import argparse
import os
import subprocess
import sys
import time

# A host that dies without a word stalls everything for minutes unless head, workers and driver all have these.
for keepalive in ("RAY_grpc_client_keepalive_time_ms", "RAY_grpc_client_keepalive_timeout_ms"):
    os.environ.setdefault(keepalive, "5000")
import ray  # noqa: E402  (reads the environment when imported)


class TryAgain(Exception):
    """The shard was killed, or asks for another try (75); what is in the store already is not done again."""


def work(command):
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = f"exit {ended.returncode} on {os.uname().nodename}: {ended.stdout.strip()[-500:]}"
    # Python reports a signal as a negative code, a shell as 128 and more.
    if ended.returncode == 75 or ended.returncode < 0 or ended.returncode >= 128:
        time.sleep(5)  # A full disk is not empty at once.
        raise TryAgain(said)
    if ended.returncode != 0:
        raise RuntimeError(said)  # 64 to 70, and codes that `work` does not have: no retry can help


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--cpus", type=int, default=1, help="of each shard")
    parser.add_argument("--feedlab", default="feedlab")
    given = parser.parse_args()
    ray.init(address="auto", log_to_driver=False)
    task = ray.remote(num_cpus=given.cpus, max_retries=5, retry_exceptions=[TryAgain])(work)
    base = [given.feedlab, "work", "--plan", given.plan, "--store", given.store, "--of", str(given.shards), "--jobs", str(given.cpus)]
    shards = {task.remote([*base, "--shard", str(shard)]): shard for shard in range(given.shards)}
    failed, left = 0, list(shards)
    while left:
        [ended], left = ray.wait(left)
        try:
            ray.get(ended)
        except Exception as error:  # ours, and Ray's own when a host has gone for good
            failed = 1
            print(f"shard {shards[ended]}: {str(error).strip().splitlines()[-1]}", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
