import Foundation
import TestSupport
import Testing

/// What goes wrong with plans, shards and gatherings through the executable.
@Suite struct DistributedFaultTests {
  @Test func `logs that cannot be read are reported before anything is planned`() throws {
    let folder = try ScratchFolder(realismFiles)
    let outcome = try feedlab("plan", "small.yml", "--out", "p.jsonl", in: folder)
    expectEqual(outcome.code, 65)
    let local = try feedlab("ab", "small.yml", in: folder)
    expectEqual(outcome.error, "feedlab: error: " + local.error)
    #expect(!folder.contains("p.jsonl"))
  }

  /// A process, since it is killed.
  @Test func `a worker that is killed has lost what was under way alone`() throws {
    let folder = try planned("--set", "world.members=300", "--set", "world.days=6", "-n", "8")
    let worker = try FeedLabProcess(
      ["work", "--plan", "small.jsonl", "--shard", "0", "--of", "1", "--jobs", "1"], in: folder)
    try worker.kill { try results(in: folder) >= 2 }
    try expectEqual(worker.outcome().code, 137)
    let known = try results(in: folder)
    let status = try feedlab(
      "plan", "status", "--plan", "small.jsonl", "--format", "json", in: folder)
    #expect(status.output.contains(#""known":\#(known),"missing":\#(24 - known),"#))
    let again = try work(in: folder)
    expectEqual(again.output, "shard 0/1: \(24 - known) run, \(known) already there, 0 failed\n")
  }

  private func results(in folder: ScratchFolder) throws -> Int {
    try folder.entries.filter { $0.hasPrefix("small.store/results/") && $0.hasSuffix(".json") }
      .count
  }

  /// A process, since it gets a signal.
  @Test(arguments: [("INT", 130), ("TERM", 75)] as [(String, Int32)])
  func `a worker that is interrupted prints how to go on`(signal: String, code: Int32) throws {
    let folder = try planned("--set", "world.members=300", "--set", "world.days=6", "-n", "8")
    // The worker is known to work as soon as there is a result.
    let outcome = try FeedLabProcess.shell(
      """
      $feedlab work --plan small.jsonl --shard 0 --of 1 --jobs 1 & worker=$!
      until ls small.store/results/*/*.json >/dev/null 2>&1; do :; done
      kill -\(signal) $worker; wait $worker
      """, in: folder)
    expectEqual(outcome.code, code)
    let known = try results(in: folder)
    #expect((1..<24).contains(known))
    expectEqual(
      outcome.error,
      (signal == "INT"
        ? "feedlab: stopping the running worlds; press Ctrl-C again to quit at once\n"
          + "feedlab: interrupted; what is published stays, and the same command goes on\n"
        : "feedlab: error: \(24 - known) units are left: the time is up or the worker was stopped; the"
          + " same command goes on\n"))
  }

  @Test func `a plan that is not of this feedlab, was cut or edited, or is none is refused`() throws
  {
    let folder = try planned()
    let text = try folder.read("small.jsonl")
    let lines = text.split(separator: "\n")
    for (change, code, error) in [
      (
        text.replacing("\"sim_abi\":\"sim-", with: "\"sim_abi\":\"old-"), Int32(64),
        "p.jsonl: the plan is for the simulation 'old-7', this feedlab has 'sim-7'; use the"
          + " feedlab that wrote the plan, or plan again"
      ),
      (
        lines.prefix(3).joined(separator: "\n") + "\n", 65,
        "p.jsonl:4:1: the plan ends here, after 2 of 6 units"
      ),
      (
        text.replacing("\"rep\":1", with: "\"rep\":2"), 65,
        "p.jsonl:1:1: the units have been changed; write a new plan instead of"
          + " editing one"
      ),
      (
        smallScenario, 65,
        "p.jsonl:1:1: this is not a plan of feedlab: expected a value"
      ),
    ] {
      try folder.write(change, to: "p.jsonl")
      for command in [["work", "--shard", "0", "--of", "1"], ["gather"], ["plan", "status"]] {
        try feedlab(command + ["--plan", "p.jsonl", "--store", "small.store"], in: folder)
          .expectRefusal(error, code: code)
      }
    }
  }

  @Test(
    arguments: calls(
      """
      work --plan small.jsonl --shard 2 --of 2 =>
        --shard 2: there is no shard 2 of 2; they are numbered from 0 to 1
      work --plan small.jsonl --shard 0 --of 1 --jobs 0 =>
        --jobs 0: expected a number of threads from 1 up
      gather --plan small.jsonl --under-way small.jsonl =>
        --under-way: it changes what --missing excludes, and needs --missing
      gather --plan small.jsonl --next-round =>
        --next-round: it changes what --missing excludes, and needs --missing
      submit k8s small.jsonl =>
        submit k8s: it only prints the job; give --dry-run, and pass the output to 'kubectl apply -f'
      submit slurm small.jsonl --memory much =>
        --memory 'much': expected a whole number and M or G, such as 500M or 4G
      submit slurm small.jsonl --slots 0 => --slots 0: expected a number from 1 up
      plan small.yml --out p.jsonl --jobs 2 =>
        --jobs: planning simulates no world; 'feedlab work' accepts it
      plan sensitivity small.yml --of behaviour --out p.jsonl --jobs 2 =>
        --jobs: planning simulates no world; 'feedlab work' accepts it
      plan sensitivity small.yml --of behaviour --arm liked --out p.jsonl =>
        --arm: it applies to --of weights, not to --of behaviour
      plan small.yml --out p.jsonl --by day =>
        --by: planning shows no metric; breakdown.csv of 'feedlab gather' has them all
      plan small.yml --out p.jsonl --measure --tune =>
        --measure and --tune: only one of them can be given
      plan small.yml --out p.jsonl --measure --alpha 0.1 =>
        --measure: it does not compare arms; leave out options of decisions and live tests
      plan small.yml --out p.jsonl --tune -n 4 =>
        --tune: section tune of the scenario sets the metrics and the numbers of worlds; leave out -n and options that choose metrics
      plan small.yml --out p.jsonl --tune =>
        --tune: small.yml has no objective for tuning; write tune: {maximize: METRIC}, and a number of an arm's ranker as {value: 3, tune: [0, 10]}
      """))
  func `usage that cannot be meant is refused`(arguments: [String], message: String) throws {
    try expectRefusal(arguments, message, in: planned())
  }

  @Test func `a value that is no line of text cannot stand in a manifest or a script`() throws {
    let folder = try planned()
    func refusal(_ name: String, _ value: String, _ control: String) -> String {
      "\(name) '\(value)': expected no control characters, found \(control)"
    }
    for (arguments, message) in [
      (["k8s", "--dry-run", "--image", "a\nb"], refusal("--image", "a\u{FFFD}b", "U+000A")),
      (["k8s", "--dry-run", "--claim", "a\u{85}b"], refusal("--claim", "a\u{FFFD}b", "U+0085")),
      (["k8s", "--dry-run", "--claim", "a\u{FFFE}"], refusal("--claim", "a\u{FFFE}", "U+FFFE")),
      (["k8s", "--dry-run", "--mount", "/a\u{7}"], refusal("--mount", "/a\u{FFFD}", "U+0007")),
      (["slurm", "--partition", "a\r"], refusal("--partition", "a\u{FFFD}", "U+000D")),
      (["slurm", "--constraint", "a\u{2028}"], refusal("--constraint", "a\u{FFFD}", "U+2028")),
    ] {
      try expectRefusal(["submit"] + arguments + ["small.jsonl"], message, in: folder)
    }
    let store = "store\n#SBATCH --uid=0"
    let other = try planned("--store", store)
    let path = other.url.resolvingSymlinksInPath()
      .appending(path: store, directoryHint: .notDirectory).path(percentEncoded: false)
    try expectRefusal(
      ["submit", "slurm", "small.jsonl", "--store", store],
      refusal("the store", path.replacing("\n", with: "\u{FFFD}"), "U+000A"), in: other)
  }

  @Test(
    arguments: calls(
      """
      work --plan smal.jsonl --shard 0 --of 1 =>
        smal.jsonl: there is no such file; did you mean 'small.jsonl'?
      gather --plan small.jsonl --store shop =>
        shop: this folder does not exist; 'feedlab plan' makes the store, and --store names its folder
      gather --plan small.jsonl --missing m.jsonl --under-way smal.jsonl =>
        smal.jsonl: there is no such file; did you mean 'small.jsonl'?
      """))
  func `a missing file or folder is reported`(arguments: [String], message: String) throws {
    try feedlab(arguments, in: planned()).expectRefusal(message, code: 66)
  }

  @Test func `what is submitted again does not heed the marks of an earlier submission`() throws {
    let folder = try planned()
    try folder.write("#!/bin/sh\necho 7\n", to: "sbatch")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "sbatch").path())
    let path = ["PATH": "\(folder.url.path()):/usr/bin:/bin"]
    func submit() throws -> Outcome {
      try feedlab("submit", "slurm", "small.jsonl", in: folder, environment: path)
    }
    try expectEqual(submit().code, 0)
    let logs = try #require(try folder.entries.first { $0.hasSuffix("/gather.sbatch") })
      .replacing("/gather.sbatch", with: "")
    try folder.write("", to: "\(logs)/under-way-0123")
    try expectEqual(submit().code, 0)
    #expect(folder.contains("\(logs)/gather.sbatch") && !folder.contains("\(logs)/under-way-0123"))
  }

  @Test func `no unit is begun for which there is no time`() throws {
    let folder = try planned("--set", "world.members=1000000", "--set", "behaviour.sessions.mean=9")
    let outcome = try work("small.jsonl", "--deadline", "5s", in: folder)
    expectEqual(outcome.code, 75)
    expectEqual(outcome.output, "shard 0/1: 0 run, 0 already there, 0 failed, 6 left\n")
    expectEqual(
      outcome.error,
      "feedlab: error: 6 units are left: the time is up or the worker was stopped; the same command goes on\n"
    )
  }

  #if os(Linux)
    /// A process, since a limit is for one.
    @Test func `a full disk is a reason to try again, and leaves no half file`() throws {
      let folder = try planned("--metrics", "all")
      // No file may grow beyond 4 KiB, which no result keeps to.
      let outcome = try FeedLabProcess.shell(
        "ulimit -f 8; $feedlab work --plan small.jsonl --shard 0 --of 1", in: folder)
      expectEqual(outcome.code, 75)
      #expect(outcome.error.hasPrefix("feedlab: error: cannot write to small.store/results/"))
      try expectEqual(
        folder.entries.filter {
          $0.hasPrefix("small.store/results/") && $0.split(separator: "/").count > 3
        }, [])
      let again = try work(in: folder)
      expectEqual(again.output, "shard 0/1: 6 run, 0 already there, 0 failed\n")
    }
  #endif
}
