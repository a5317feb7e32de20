"""Lives through a FeedLab plan on a Dask cluster whose hosts share no folder: program, plan and inputs travel there, results back.

    python dask_shipping_adapter.py --plan S/plans/ID.jsonl --store S --shards 64 --feedlab PROGRAM --scheduler tcp://HOST:8786

It does all of the plan; of one begun before, give it what `feedlab gather --missing` wrote. It ends with 0 when each shard ended well.
"""
import argparse, os, re, subprocess, sys, tarfile, tempfile
from pathlib import Path
from distributed import Client, as_completed, get_worker
from distributed.diagnostics.plugin import UploadFile

def bundle(path, given):
    with tarfile.open(path, "w") as archive:
        archive.add(given.feedlab, "feedlab")
        archive.add(given.plan, "plan.jsonl")
        for name in sorted(set(re.findall("sha256:([0-9a-f]{64})", given.plan.read_text()))):
            archive.add(given.store / "inputs" / name, f"store/inputs/{name}")

def work(shard, options):
    """The exit code, what was said, and the files that were made, though the shard may not be whole."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(Path(get_worker().local_directory, "feedlab.tar")) as archive:
            archive.extractall(folder)
        command = ["./feedlab", "work", "--plan", "plan.jsonl", "--store", "store", "--shard", str(shard), *options]
        ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        store = Path(folder, "store")
        made = [*store.glob("results/*/*.json"), *store.glob("prov/*/*.json")]
        files = {str(file.relative_to(store)): file.read_bytes() for file in made}
    return ended.returncode, f"exit {ended.returncode}: {ended.stdout.strip()[-500:]}", files

def publish(path, content):
    """As `feedlab work` does: a file appears whole or not at all, and never in place of another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tmp.") as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o644)
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            if path.read_bytes() != content:
                sys.exit(f"two workers made different bytes of {path}")

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, kind in {"plan": Path, "store": Path, "feedlab": Path, "scheduler": str, "shards": int}.items():
        parser.add_argument(f"--{name}", type=kind, required=True)
    parser.add_argument("--jobs", default="1", help="of each shard: the cores of a Dask worker")
    given = parser.parse_args()
    options = ["--of", str(given.shards), "--jobs", given.jobs]
    failed = 0
    with Client(given.scheduler) as client, tempfile.TemporaryDirectory() as folder:
        bundle(Path(folder, "feedlab.tar"), given)
        # A plugin reaches workers that come later too; scattered data would die with its worker.
        client.register_plugin(UploadFile(Path(folder, "feedlab.tar"), load=False))
        attempts = dict.fromkeys(range(given.shards), 0)
        shard_of = {client.submit(work, shard, options, pure=False): shard for shard in attempts}
        shards = as_completed(shard_of)
        for ended in shards:
            shard = shard_of.pop(ended)
            code, said, files = ended.result() if ended.status == "finished" else (75, ended.status, {})
            for name, content in files.items():
                publish(given.store / name, content)
            attempts[shard] += 1
            # Python tells a signal as a negative code, a shell as 128 and more.
            if (code == 75 or code < 0 or code >= 128) and attempts[shard] < 6:
                again = client.submit(work, shard, options, pure=False)
                shard_of[again] = shard
                shards.add(again)
            elif code:
                failed = 1
                print(f"shard {shard}: {said}", file=sys.stderr)
    sys.exit(failed)

if __name__ == "__main__":
    main()
