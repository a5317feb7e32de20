"""Simulates a FeedLab plan on a Dask cluster, one task a shard; plan and store are in a folder that all hosts share.

    python dask_adapter.py --plan S/plans/ID.jsonl --store S --shards 64 --scheduler tcp://HOST:8786

It ends with 0 when each shard has ended well, else with 1. Either way it is `feedlab gather` that says what is there.
"""
import argparse
import os
import subprocess
import sys
import time

from distributed import Client, as_completed


class TryAgain(Exception):
    """The shard was killed, or asks for another try (75); what is in the store already is not done again."""


def work(shard, command):
    """What went wrong for good, if anything did: codes 64 to 70, and those that `work` does not have."""
    ended = subprocess.run(
        [*command, "--shard", str(shard)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said = f"shard {shard}: exit {ended.returncode} on {os.uname().nodename}: {ended.stdout.strip()[-500:]}"
    # Python reports a signal as a negative code, a shell as 128 and more.
    if ended.returncode == 75 or ended.returncode < 0 or ended.returncode >= 128:
        time.sleep(5)  # A full disk is not empty at once.
        raise TryAgain(said)
    return said if ended.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1, help="of each shard: the cores of a Dask worker")
    parser.add_argument("--feedlab", default="feedlab")
    parser.add_argument("--scheduler", required=True)
    given = parser.parse_args()
    base = [given.feedlab, "work", "--plan", given.plan, "--store", given.store, "--of", str(given.shards), "--jobs", str(given.jobs)]
    failed = 0
    with Client(given.scheduler) as client:
        # Not pure: the same shard of the same plan may have to be done again.
        for shard in as_completed(client.map(work, range(given.shards), command=base, retries=5, pure=False)):
            problem = shard.result() if shard.status == "finished" else str(shard.exception())
            if problem:
                failed += 1
                print(problem, file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
