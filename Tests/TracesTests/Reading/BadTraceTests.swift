import DataFiles
import FeedMetrics
import Foundation
import TestSupport
import Testing
import Traces

/// What is said of traces that cannot be read, word for word.
@Suite struct BadTraceTests {
  /// All that is said of the run by hand with some files changed, without the path of its folder.
  ///
  /// - Parameter changes: By file: a text to put in place of another; or in place of nothing, at the end;
  ///   or `nil` for the other to remove the file.
  private func faults(_ changes: (file: String, old: String?, new: String)...) throws -> [String] {
    let folder = try TraceFolder()
    for (name, text) in HandMadeRun.files { try folder.write(text, to: "t/\(name)") }
    for (file, old, new) in changes {
      guard let old else {
        try folder.remove("t/\(file)")
        continue
      }
      let text = try folder.read("t/\(file)")
      #expect(old.isEmpty || text.contains(old), "\(file) has no \(old)")
      try folder.write(old.isEmpty ? text + new : text.replacing(old, with: new), to: "t/\(file)")
    }
    do throws(InvalidTrace) {
      try TraceReplay(path: folder.path("t")).replay([MetricSink()])
      return []
    } catch {
      return error.description.replacing(folder.path("t/"), with: "")
        .split(separator: "\n").map(String.init)
    }
  }

  @Test func `the run by hand is without fault`() throws { try expectEqual(faults(), []) }

  @Test func `a folder that is a file is reported`() throws {
    let folder = try TraceFolder()
    let error = #expect(throws: InvalidTrace.self) { try TraceReplay(path: folder.path("no")) }
    expectEqual(error?.description, "\(folder.path("no/run.json")): there is no such file")
    let database = folder.path("no.sqlite")
    let other = #expect(throws: InvalidTrace.self) { try TraceReplay(path: database) }
    expectEqual(other?.description, "\(database): there is no such file")
    try folder.write("dear diary", to: "diary.sqlite")
    let diary = folder.path("diary.sqlite")
    let third = #expect(throws: InvalidTrace.self) { try TraceReplay(path: diary) }
    expectEqual(third?.description, "\(diary): this is no SQLite database")
  }

  /// A file, a text of it, what is put in its place, and the fault that comes of it.
  @Test(
    arguments: #"""
      run.json | { | | run.json:2:18: this is not YAML: a key was expected here; check the indentation (in a map that begins in line 2)
      run.json | "duration_s": 172800,\n | | run.json:1:1: duration_s: is missing; it is a number of seconds
      run.json | 172800 | "long" | run.json:5:17: duration_s: expected a number from 0 to 2147483647, found the text 'long'
      run.json | "window_from_s": 86400 | "window_from_s": 172800 | run.json:21:20: window_from_s: the window begins at 172800, not before the end at 172800
      impressions.csv | home,recency,1 | hme,recency,1 | impressions.csv:2:11: surface: there is no surface 'hme'; did you mean 'home'?
      impressions.csv | home,recency,1 | home,newest,1 | impressions.csv:2:16: ranker: there is no ranker 'newest'; there are recency and one, "two"
      impressions.csv | 86400,0,2,home,recency,1 | 86400.5,0,2,home,recency,1 | impressions.csv:2:1: time: expected a whole number of seconds within 34 years of the start, found '86400.5'
      impressions.csv | 1,0.5 | 1, | impressions.csv:2:30: relevance: expected a number from 0 to 1, found nothing
      impressions.csv | 0,1,0.5 | 0,true,0.5 | impressions.csv:2:28: examined: expected 0 or 1, found 'true'
      run.json | "format": 2 | "format": 3 | run.json:7:13: format: this version of FeedLab reads traces up to format 2, not 3
      users.csv | 90002.25 | -6 | users.csv:3:16: left_at: this user leaves at -6, before joining at -5.5
      posts.csv | 90000.5 | 9 | posts.csv:3:24: deleted_at: this post is deleted at 9, before its creation at 10
      posts.csv | 90000.5 | never | posts.csv:3:24: deleted_at: expected a number or nothing, found 'never'
      posts.csv | friends_only | friendsonly | posts.csv:4:16: privacy: there is no privacy 'friendsonly'; did you mean 'friends_only'?
      posts.csv | public,0, | public,7, | posts.csv:2:1: pet_id: there is no pet 7
      pets.csv | 0,0 | 0,9 | pets.csv:2:3: owner_id: there is no user 9
      pets.csv | | 0,1\n | pets.csv:3:1: pet_id: pet 0 is there already, in line 2
      requests.csv | ended,0,1,0 | ended,0,1,7 | requests.csv:9:28: pet_id: there is no pet 7
      requests.csv | declined | decline | requests.csv:7:16: step: there is no step 'decline'; did you mean 'declined'?
      accounts.csv | 3600,2 | 3599,2 | accounts.csv:2:6: user_id: user 2 joins at 3600, after this at 3599
      users.csv | | 0,old,7\n | users.csv:5:1: user_id: user 0 is there already, in line 3
      impressions.csv | ,2,1,0 | ,2,7,0 | impressions.csv:3:26: post_id: there is no post 7
      interactions.csv | 4000,1,1 | 9,1,1 | interactions.csv:2:5: post_id: post 1 is created at 10, after this at 9
      interactions.csv | like,0 | like,4 | interactions.csv:4:18: request_id: request 4 has no impression at 86401.5 or before
      contest_entries.csv | 0,1,0,10.25 | 0,1,1,10.25 | contest_entries.csv:2:1: author_id: post 1 is by user 0
      interactions.csv | | 1e154,1,1,view,\n | interactions.csv:5:1: time: expected a number of seconds within 34 years of the start, found '1e154'
      candidates.csv | | 5,1,1\n | candidates.csv:3:1: request_id: request 5 has no impression
      ties.csv | friend,2,0 | friend,2,2 | ties.csv:4:16: to: user 2 has a tie with itself
      interactions.csv | | 3,1,0,view,\n | interactions.csv:5:1: time: 3 comes after 86401.5; rows must be in order of time
      user_prefs.csv | 0,0,0.25 | 0,0,0.5 | user_prefs.csv:2:1: weight: the weights of user 0 add up to 1.25, not to 1
      wrong_buttons.csv | 89000,90000.125 | 90001,90000.125 | wrong_buttons.csv:2:18: wrong_until: this ends at 90000.125, before it begins
      buttons.csv | 4,1 | 4,5 | buttons.csv:2:13: wrong: expected a whole number from 0 to 4, found '5'
      """#.split(separator: "\n"))
  func `a fault is reported at its location`(line: Substring) throws {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).replacing(#"\n"#, with: "\n")
    }
    try expectEqual(faults((parts[0], parts[1], parts[2])), [parts[3]])
  }

  @Test func `the first of several faults of a thing is that with its cause`() throws {
    try expectEqual(
      faults(("posts.csv", "1,0,0,10", "1,9,5,10")).prefix(2),
      [
        "posts.csv:3:1: author_id: there is no user 9",
        "posts.csv:3:1: category: expected a whole number from 0 to 1, found '5'",
      ])
    try expectEqual(
      faults(("posts.csv", "1,0,0,10", "1,2,0,10")).first,
      "posts.csv:3:1: author_id: user 2 joins at 3600, after this post at 10")
    try expectEqual(
      faults(("contests.csv", "0,0,86400", "0,0,0")).first,
      "contests.csv:2:5: ends_at: this contest ends at 0, not after its start")
  }

  @Test func `tables that are missing`() throws {
    try expectEqual(
      faults(("users.csv", nil, "")),
      [
        "users.csv: there is no such file; did you mean 'pets.csv'?"
      ])
    for file in [
      "user_prefs.csv", "candidates.csv", "ties.csv", "buttons.csv", "wrong_buttons.csv",
      "duplicates.csv", "accounts.csv", "requests.csv",
    ] {
      try expectEqual(faults((file, nil, "")), [])
    }
    try expectEqual(faults(("contests.csv", nil, ""), ("contest_entries.csv", nil, "")), [])
    // A post may name a pet that nobody lists, as it may name a contest.
    try expectEqual(faults(("pets.csv", nil, ""), ("requests.csv", nil, "")), [])
    try expectEqual(
      faults(("contests.csv", nil, "")),
      ["contest_entries.csv:2:1: contest_id: there is no contest 0"])
  }

  @Test func `columns that are missing`() throws {
    try expectEqual(
      faults(("posts.csv", "author_id", "autor_id"), ("ties.csv", "kind,from", "kind")),
      [
        "posts.csv:1:1: there is no column 'author_id'; did you mean 'autor_id'?",
        "ties.csv:1:1: there is no column 'from'; there are time, kind and to",
      ])
    // Those of format 2, which own logs and older traces lack.
    try expectEqual(
      faults(
        ("run.json", "  \"format\": 2,\n", ""), ("users.csv", "left_at", "seen_at"),
        ("posts.csv", "privacy,pet_id,deleted_at", "caption,place,edited_at")), [])
    try expectEqual(
      faults(("users.csv", HandMadeRun.files["users.csv"]!, "")),
      [
        "users.csv: this file is empty; it must have a header"
      ])
  }

  @Test func `cells that are none of their kind`() throws {
    try expectEqual(
      faults(
        ("users.csv", "0,young,-5.5", "zero,yuong,soon"),
        ("impressions.csv", "recency,2,1,0,0.30000000000000004", "recency,0,1,yes,1.5"),
        ("interactions.csv", "like,0", "liek,x")),
      [
        "users.csv:3:1: user_id: expected a whole number, found 'zero'",
        "users.csv:3:6: group: there is no group 'yuong'; did you mean 'young'?",
        "impressions.csv:3:24: position: expected a whole number from 1 to 100000, found '0'",
        "interactions.csv:4:13: kind: there is no kind 'liek'; did you mean 'like'?",
      ])
  }

  @Test func `more kinds than fit a column are refused`() throws {
    let groups = (0..<65_536).map { "\($0 + 3),g\($0),-1\n" }.joined()
    try expectEqual(
      faults(
        ("run.json", "  \"groups\": [\n    \"young\",\n    \"old\"\n  ],\n", ""),
        ("users.csv", "", groups)),
      ["users.csv:1:1: group: there are 65538 groups, and at most 65535 can be distinguished"])
    let rankers = (0..<43).map { "\"r\($0)\"" }.joined(separator: ", ")
    try expectEqual(
      faults(("run.json", "\"recency\",", "\"recency\", \(rankers),")),
      ["impressions.csv: there are 45 rankers, and at most 42 can be distinguished"])
  }

  @Test func `of many faults the first twenty of a file are reported, and how many more there are`()
    throws
  {
    let rows = (0..<30).map { "\(90_000 + $0),2,77,view,\n" }.joined()
    let faults = try faults(("interactions.csv", "", rows), ("ties.csv", "block", "blokc"))
    expectEqual(faults.count, 22)
    expectEqual(faults[0], "interactions.csv:5:9: post_id: there is no post 77")
    expectEqual(faults[20], "interactions.csv:25:9: and 10 more faults from here on")
    expectEqual(faults[21], "ties.csv:5:7: kind: there is no kind 'blokc'; did you mean 'block'?")
  }
}
