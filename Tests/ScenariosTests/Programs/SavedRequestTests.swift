import DataFiles
import Foundation
import Scenarios
import SocialFeed
import TestSupport
import Testing

/// The file of a request that a ranker failed at.
@Suite struct SavedRequestTests {
  private static let saved = SavedRequest(
    scenario: "town", arm: "mine", run: "world 7 of arm 'mine'",
    failure: "the ranker 'python3 mine.py' ended",
    request: FailedRequest(
      by: FailedRequest.AskedRanker(
        name: "python3 mine.py", digest: "9f2c", parameters: ["fade": 12]),
      world: .init(number: 7, seed: 972_002_174_632_529),
      viewer: MemberID(2), refresh: 4, now: 475_203.25, posts: [PostID(812), PostID(9)],
      authors: [MemberID(5), MemberID(4)], categories: [CategoryID(1), nil],
      columns: [.likes: [3, 0], .ageHours: [0.5, 1e300]], answers: [[0.25, -1e80]]))

  private static let text = """
    {
      "answers": [
        [0.25, -1e+80]
      ],
      "arm": "mine",
      "authors": [5, 4],
      "categories": [1, null],
      "columns": {
        "age_hours": [0.5, 1e+300],
        "likes": [3, 0]
      },
      "digest": "9f2c",
      "failure": "the ranker 'python3 mine.py' ended",
      "format": "feedlab-request/1",
      "kind": "score",
      "now": 475203.25,
      "parameters": {
        "fade": 12
      },
      "posts": [812, 9],
      "ranker": "python3 mine.py",
      "reads": [
        "age_hours",
        "likes"
      ],
      "refresh": 4,
      "run": "world 7 of arm 'mine'",
      "scenario": "town",
      "seed": 972002174632529,
      "viewer": 2,
      "world": 7
    }

    """

  private static func read(_ text: String) throws(LocatedFault) -> SavedRequest {
    try SavedRequest(Array(text.utf8), file: "failed-request.json")
  }

  @Test func `the file has all that was asked, and is read as it was written`() throws {
    let written = Self.saved.text
    expectEqual(written, Self.text)
    let read = try Self.read(written)
    #expect(read.request == Self.saved.request && read.text == written)
    #expect(read.scenario == "town" && read.arm == "mine")
    #expect(read.run == "world 7 of arm 'mine'" && read.failure == Self.saved.failure)
  }

  @Test func `what does not fit is a fault with its line, column and key`() {
    let faults: [(String, String, String)] = [
      (
        "\"feedlab-request/1\"", "\"feedlab-request/2\"",
        "14:13: 'format': expected 'feedlab-request/1', found the text 'feedlab-request/2'"
      ),
      (
        "\"score\"", "\"serve\"",
        "15:11: 'kind': expected 'score' or 'order', found the text 'serve'"
      ),
      ("[812, 9]", "[]", "20:12: 'posts': a request has a post"),
      ("[812, 9]", "[9, 9]", "20:12: 'posts': a post is there twice"),
      ("[812, 9]", "[812, -9]", "20:18: 'posts': expected a whole number from 0 up, found -9"),
      ("[5, 4]", "[5]", "6:14: 'authors': expected 2 elements, one for each post, found 1"),
      (
        "[3, 0]", "[3, 0, 1]",
        "10:14: 'columns.likes': expected 2 elements, one for each post, found 3"
      ),
      ("[3, 0]", "[3, true]", "10:18: 'columns.likes': expected a finite number, found true"),
      ("[3, 0]", "[3, 1e999]", "10:18: 'columns.likes': expected a finite number, found 1e999"),
      (
        "\"likes\": [", "\"lkes\": [",
        "8:14: 'likes' is missing; this is no request that FeedLab saved"
      ),
      (
        "\"age_hours\",", "\"age_hour\",",
        "23:5: 'reads': there is no feature 'age_hour'; did you mean 'age_hours'?"
      ),
      (
        "[0.25, -1e+80]", "[0.25]",
        "3:5: 'answers': expected 2 elements, one for each post, found 1"
      ),
      (
        "[0.25, -1e+80]", "[1, 2], [1, 2], [1, 2]",
        "2:14: 'answers': expected at most two lists, found a list"
      ),
      (
        "\"fade\": 12", "\"fade\": null",
        "18:13: 'parameters.fade': expected a finite number, found null"
      ),
      (
        "\"seed\": 972002174632529,", "",
        "1:1: 'seed' is missing; this is no request that FeedLab saved"
      ),
      ("\"viewer\": 2,", "", "1:1: 'viewer' is missing; this is no request that FeedLab saved"),
      ("475203.25", "\"noon\"", "16:10: 'now': expected a finite number, found the text 'noon'"),
      ("\"world\": 7\n", "\"world\": 7,\n", "32:1: expected a name in quotes"),
    ]
    for (old, new, message) in faults {
      let text = Self.text.replacing(old, with: new, maxReplacements: 1)
      let fault = #expect(throws: LocatedFault.self) { _ = try Self.read(text) }
      expectEqual(fault?.description, "failed-request.json:\(message)")
    }
  }

  @Test func `other files are refused`() throws {
    let folder = try TestFolder()
    try folder.write("{\"a\": 1}", to: "other.json")
    try folder.write(String(repeating: " ", count: SavedRequest.largestFile + 1), to: "long.json")
    func message(_ name: String) -> String? {
      #expect(throws: LocatedFault.self) {
        _ = try SavedRequest.load(file: "\(folder.path)/\(name)")
      }?.description.replacing("\(folder.path)/", with: "")
    }
    expectEqual(
      message("other.json"),
      "other.json:1:1: 'format' is missing; this is no request that FeedLab saved")
    expectEqual(
      message("long.json"),
      "long.json: this is no request that FeedLab saved; those have at most 16 MB")
    expectEqual(message("request-of-yesterday"), "request-of-yesterday: there is no such file")
  }

  // MARK: Whom it is for

  private struct NamedHost: ParametricHost {
    var name = "python3 mine.py"
    var digest = "0"
    var features: FeatureSet { [.likes] }
    var parameters: [String: Double] = ["fade": 24]

    func setting(_ name: String, to value: Double) -> any RankerHost {
      var host = self
      host.parameters[name] = value
      host.digest = "\(digest) \(name)=\(value)"
      return host
    }

    func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
      throw RankerFailure("\(name) does not start")
    }
  }

  private func hosts(_ hosts: NamedHost...) -> [RankerSettings] {
    [RankerSettings(RecencyRanker.descriptor)]
      + hosts.map { RankerSettings(HostedRanker.command, host: $0) }
  }

  @Test func `the same ranker is found by its digest, with the parameters of the request`() throws {
    var saved = Self.saved.request
    saved = FailedRequest(
      by: FailedRequest.AskedRanker(
        name: "python3 mine.py", digest: "b fade=12.0", parameters: ["fade": 12]),
      world: 0, viewer: saved.viewer, refresh: 0, now: 0, posts: saved.posts,
      authors: saved.authors, categories: saved.categories, columns: [:])
    let request = SavedRequest(scenario: "town", arm: "mine", run: "", failure: "", request: saved)
    let found = try request.host(
      among: hosts(
        NamedHost(digest: "a"), NamedHost(digest: "b"), NamedHost(name: "c", digest: "c")))
    #expect(found.isSame && found.host.digest == "b fade=12.0")
    // Another version of it is known by its name.
    let other = try request.host(among: hosts(NamedHost(digest: "d"), NamedHost(name: "c")))
    #expect(!other.isSame && other.host.digest == "d fade=12.0")
    let only = try request.host(among: hosts(NamedHost(name: "c", digest: "c")))
    #expect(!only.isSame && only.host.digest == "c fade=12.0")
    #expect(throws: SavedRequest.Refusal.noHost) { _ = try request.host(among: hosts()) }
    #expect(throws: SavedRequest.Refusal.otherHosts(["c", "d"])) {
      _ = try request.host(
        among: hosts(NamedHost(name: "c", digest: "c"), NamedHost(name: "d", digest: "d")))
    }
  }
}
