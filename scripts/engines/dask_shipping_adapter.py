"""Simulates a FeedLab plan on a Dask cluster whose hosts share no folder: program, plan and inputs travel there, results back.

    python dask_shipping_adapter.py PLAN STORE SHARDS FEEDLAB tcp://HOST:8786

It does all of the plan; of one begun before, give it what `feedlab gather --missing` wrote. It ends with 0 when each shard ended well.
"""
import os, subprocess, sys, tarfile, tempfile
from pathlib import Path
from distributed import Client, as_completed, get_worker
from distributed.diagnostics.plugin import UploadFile

def work(shard, shards):
    """The exit code, what was said, and the files that were made, though the shard may not be whole."""
    with tempfile.TemporaryDirectory() as folder:
        tarfile.open(Path(get_worker().local_directory, "feedlab.tar")).extractall(folder)
        command = f"./feedlab work --plan plan.jsonl --store store --shard {shard} --of {shards} --jobs 1".split()
        ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        made = [*Path(folder, "store").glob("results/*/*.json"), *Path(folder, "store").glob("prov/*/*.json")]
        files = {str(file.relative_to(f"{folder}/store")): file.read_bytes() for file in made}
    return ended.returncode, ended.stdout.strip()[-500:], files

def publish(path, content):
    """As `feedlab work` does: a file appears whole or not at all, and never in place of another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tmp.", buffering=0) as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            if path.read_bytes() != content:
                sys.exit(f"two workers made different bytes of {path}")

def main(plan, store, shards, feedlab, scheduler):
    failed = 0
    with Client(scheduler) as client, tempfile.TemporaryDirectory() as folder:
        with tarfile.open(f"{folder}/feedlab.tar", "w") as archive:
            for path, name in ((feedlab, "feedlab"), (plan, "plan.jsonl"), (f"{store}/inputs", "store/inputs")):
                archive.add(path, name)
        # A plugin reaches workers that come later too; scattered data would die with its worker.
        client.register_plugin(UploadFile(f"{folder}/feedlab.tar", load=False))
        submit = lambda shard: client.submit(work, shard, int(shards), pure=False)
        attempts = {submit(shard): (shard, 1) for shard in range(int(shards))}
        ends = as_completed(attempts)
        for end in ends:
            shard, attempt = attempts.pop(end)
            code, said, files = end.result() if end.status == "finished" else (75, end.status, {})
            for name, content in files.items():
                publish(Path(store, name), content)
            if (code == 75 or code < 0 or code >= 128) and attempt < 6:
                attempts[again := submit(shard)] = shard, attempt + 1
                ends.add(again)
            elif code:
                failed = 1
                print(f"shard {shard}: exit {code}: {said}", file=sys.stderr)
    sys.exit(failed)

if __name__ == "__main__":
    main(*sys.argv[1:])
