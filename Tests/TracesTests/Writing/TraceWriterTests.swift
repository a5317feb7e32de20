internal import DataFiles
import FeedMetrics
import Foundation
import SocialFeed
import TestSupport
import Testing
import Traces

@Suite struct TraceWriterTests {
  private func write(to path: String) throws {
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    try writer.finish(digest: "d1")
  }

  @Test func `a folder has the files of a run, word for word`() throws {
    let folder = try TraceFolder()
    try write(to: folder.path("runs/by hand"))
    try expectEqual(
      folder.entries,
      ["runs", "runs/by hand"] + HandMadeRun.files.keys.map { "runs/by hand/\($0)" }.sorted())
    for (name, text) in HandMadeRun.files {
      try expectEqual(folder.read("runs/by hand/\(name)"), text, "\(name)")
    }
  }

  @Test func `nothing of a trace is seen under its name before it is whole`() throws {
    let folder = try TraceFolder()
    let path = folder.path("trace")
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    let process = ProcessInfo.processInfo.processIdentifier
    try expectEqual(folder.entries.filter { !$0.contains("/") }, [".trace.partial-\(process)"])
    try writer.finish(digest: "d1")
    try expectEqual(folder.entries.filter { !$0.contains("/") }, ["trace"])
  }

  @Test(arguments: ["trace", "trace.sqlite", "made/for/it/trace", "made/trace.db"])
  func `a trace that is given up leaves nothing`(name: String) throws {
    let folder = try TraceFolder()
    let writer = try TraceWriter(path: folder.path(name), facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    writer.discard()
    writer.discard()
    try expectEqual(folder.entries, [])
    do {
      let forgotten = try TraceWriter(path: folder.path(name), facts: HandMadeRun.facts)
      HandMadeRun.tell(forgotten.sink)
    }
    try expectEqual(folder.entries, [])
  }

  @Test(arguments: ["trace", "trace.sqlite"])
  func `an earlier trace is replaced, and stays when the new one is given up`(name: String) throws {
    let folder = try TraceFolder()
    try write(to: folder.path(name))
    let before = try folder.entries
    let writer = try TraceWriter(path: folder.path(name), facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    writer.discard()
    try expectEqual(folder.entries, before)
    try write(to: folder.path(name))
    try expectEqual(folder.entries, before)
  }

  @Test func `what a killed process left of a trace disappears, and nothing else`() throws {
    let folder = try TraceFolder()
    // No process has this number, and 1 is always there.
    try folder.write("", to: ".trace.partial-2147483647/users.csv")
    try folder.write("", to: ".trace.partial-1")
    try folder.write("", to: ".trace.partial-2147483647-replaced")
    try folder.write("", to: ".other.partial-2147483647")
    try write(to: folder.path("trace"))
    try expectEqual(
      folder.entries.filter { !$0.contains("/") },
      [
        ".other.partial-2147483647", ".trace.partial-1", ".trace.partial-2147483647-replaced",
        "trace",
      ])
  }

  @Test func `an empty folder may become a trace`() throws {
    let folder = try TraceFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("trace"), withIntermediateDirectories: true)
    try write(to: folder.path("trace"))
    try expectEqual(folder.read("trace/users.csv"), HandMadeRun.files["users.csv"])
  }

  private func refusal(of path: String) throws -> String {
    try #require(
      #expect(throws: UnwritableTrace.self) {
        try TraceWriter(path: path, facts: HandMadeRun.facts)
      }
    ).description
  }

  @Test func `what is no trace is never replaced`() throws {
    let folder = try TraceFolder()
    try folder.write("dear diary", to: "diary/monday.txt")
    try folder.write("dear diary", to: "diary.sqlite")
    try folder.write("dear diary", to: "file")
    try write(to: folder.path("mixed"))
    try folder.write("dear diary", to: "mixed/notes.txt")
    let before = try folder.entries
    let path = folder.path("")
    try expectEqual(
      refusal(of: path + "diary"),
      "cannot write the trace \(path)diary: this folder is there already and is no trace, for"
        + " it has no run.json")
    try expectEqual(
      refusal(of: path + "mixed"),
      "cannot write the trace \(path)mixed: this folder is there already and holds"
        + " 'notes.txt', which no trace has")
    try expectEqual(
      refusal(of: path + "diary.sqlite"),
      "cannot write the trace \(path)diary.sqlite: something else than a trace is there")
    try expectEqual(
      refusal(of: path + "file"),
      "cannot write the trace \(path)file: something else than a trace is there")
    try expectEqual(folder.entries, before)
  }

  @Test func `a path that cannot be written to is reported before the run`() throws {
    let folder = try TraceFolder()
    try folder.write("", to: "file")
    let below = folder.path("file/trace")
    try expectEqual(
      refusal(of: below),
      "cannot write the trace \(below): cannot write to the folder \(folder.path("file")):"
        + " \(folder.path("file")) is a file; name another path")
    try expectEqual(refusal(of: "/"), "cannot write the trace /: this is no name for a trace")
    try expectEqual(refusal(of: ""), "cannot write the trace : this is no name for a trace")
    try expectEqual(folder.entries, ["file"])
  }

  @Test(arguments: ["trace", "trace.sqlite"])
  func `a trace whose folder vanishes is an error at the end, and the run goes on`(
    name: String
  ) throws {
    let folder = try TraceFolder()
    let path = folder.path("gone/\(name)")
    let writer = try TraceWriter(path: path, facts: HandMadeRun.facts)
    HandMadeRun.tell(writer.sink)
    try folder.remove("gone")
    let error = #expect(throws: UnwritableTrace.self) { try writer.finish(digest: "d1") }
    expectEqual(error?.path, path)
    expectEqual(error?.reason, "No such file or directory")
    try expectEqual(folder.entries, [])
  }

  @Test func `rankers of one name are distinguished by the surface that each orders first`() throws
  {
    let folder = try TraceFolder()
    let writer = try TraceWriter(path: folder.path("trace"), facts: HandMadeRun.facts)
    let names = [
      "affinity", "recency", "affinity", "recency", "x", "x", "affinity", "recency", "x",
    ]
    writer.sink.begin(
      RunObservation(
        duration: 100, windowStart: 0, categoryCount: 1, groupNames: ["all"], rankerNames: names))
    writer.sink.observe(
      MemberObservation(member: MemberID(0), group: 0, joinedAt: -1, taste: []))
    writer.sink.observe(
      PostObservation(
        post: PostID(0), author: MemberID(0), category: CategoryID(0), createdAt: 0, quality: 1))
    for ranker in names.indices {
      writer.sink.observe(
        PageObservation(
          time: 1, request: UInt32(ranker), viewer: MemberID(0), surface: .friends, ranker: ranker,
          offset: 0, posts: [PostID(0)], examined: [true], relevance: [1]))
    }
    try writer.finish(digest: "")
    let lines = try folder.read("trace/impressions.csv").split(separator: "\n").dropFirst()
    let distinct = [
      "affinity", "recency", "affinity (friends)", "recency (latest)", "x", "x (global)",
      "affinity (home)", "recency (contest)", "x (friends)",
    ]
    expectEqual(lines.map { $0.split(separator: ",")[4] }, distinct.map { $0[...] })
    try expectEqual(TraceReplay(path: folder.path("trace")).run.rankerNames, distinct)
  }

  @Test func `an empty run has a header in each file`() throws {
    let folder = try TraceFolder()
    let writer = try TraceWriter(path: folder.path("trace"), facts: HandMadeRun.facts)
    writer.sink.begin(
      RunObservation(
        duration: 1.5, windowStart: 0, categoryCount: 1, groupNames: [], rankerNames: []))
    try writer.finish(digest: "")
    for (name, text) in HandMadeRun.files where name != "run.json" {
      let header = text.split(separator: "\n")[0]
      try expectEqual(folder.read("trace/\(name)"), "\(header)\n")
    }
  }
}
