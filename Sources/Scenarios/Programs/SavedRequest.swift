package import DataFiles
internal import OutsideRankers
package import SocialFeed

/// A request that an external ranker failed at, from a file.
package struct SavedRequest: Sendable {
  /// The name of the scenario.
  package let scenario: String
  package let arm: String
  /// The run, in the words of messages.
  package let run: String
  /// The message of the failure.
  package let failure: String
  package let request: FailedRequest

  package init(
    scenario: String, arm: String, run: String, failure: String, request: FailedRequest
  ) {
    self.scenario = scenario
    self.arm = arm
    self.run = run
    self.failure = failure
    self.request = request
  }
}

// MARK: - The file

extension SavedRequest {
  private static let format = "feedlab-request/1"
  private static let kinds = [RankerKind.score, .order]

  /// The largest file that is written or read, in bytes: 40,000 candidates with all features are 14 MB.
  package static let largestFile = 16_000_000

  /// The text of the file, without times and paths, so that the same failure gives the same bytes.
  package var text: String {
    JSONValue.object([
      "format": .string(Self.format), "scenario": .string(scenario), "arm": .string(arm),
      "run": .string(run), "failure": .string(failure), "kind": .string(request.kind.rawValue),
      "ranker": .string(request.ranker.name), "digest": .string(request.ranker.digest),
      "parameters": .object(request.ranker.parameters.mapValues(JSONValue.number)),
      "reads": .array(request.reads.map { .string($0.name) }),
      "world": .whole(UInt64(request.world.number)),
      "seed": .whole(request.world.seed),
      "viewer": .whole(UInt64(request.viewer.rawValue)),
      "refresh": .whole(UInt64(request.refresh)), "now": .number(request.now),
      "posts": .array(request.posts.map { .whole(UInt64($0.rawValue)) }),
      "authors": .array(request.authors.map { .whole(UInt64($0.rawValue)) }),
      "categories": .array(
        request.categories.map { $0.map { .whole(UInt64($0.rawValue)) } ?? .null }),
      "columns": .object(
        Dictionary(
          uniqueKeysWithValues: request.columns.map { feature, values in
            (feature.name, .array(values.map(JSONValue.number)))
          })),
      "answers": .array(
        request.answers.map { .array($0.map { $0.map(JSONValue.number) ?? .null }) }),
    ]).indented
  }

  /// Reads a file.
  package static func load(file: String) throws(LocatedFault) -> SavedRequest {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      try FileContent.check(file)
      bytes = try FileContent.bytes(of: file, upTo: largestFile + 1)
    } catch {
      throw LocatedFault(location: .file(file), reason: .unreadable(error.reason))
    }
    guard bytes.count <= largestFile else {
      throw LocatedFault(
        location: .file(file),
        reason: .unreadable("this is no request that FeedLab saved; those have at most 16 MB"))
    }
    return try SavedRequest(bytes, file: file)
  }

  /// - Parameter file: The path that faults show.
  package init(_ bytes: [UInt8], file: String) throws(LocatedFault) {
    let decoder = PositionedDecoder(
      bytes, file: file, otherwise: "this is no request that FeedLab saved")
    self = try decoder.decode(SavedRequestFile.self).saved
  }

  /// The content of the file.
  private struct SavedRequestFile: Decodable {
    let saved: SavedRequest

    private enum CodingKeys: String, CodingKey {
      case format, scenario, arm, run, failure, kind, ranker, digest, parameters, reads
      case world, seed, viewer, refresh, now, posts, authors, categories, columns, answers
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      guard try members.decode(String.self, forKey: .format) == SavedRequest.format else {
        throw try members.superDecoder(forKey: .format).expected("'\(SavedRequest.format)'")
      }
      let kind = RankerKind(rawValue: try members.decode(String.self, forKey: .kind))
      guard let kind, SavedRequest.kinds.contains(kind) else {
        throw try members.superDecoder(forKey: .kind).expected("'score' or 'order'")
      }
      let posts = try members.decode([UInt32].self, forKey: .posts)
      guard !posts.isEmpty, Set(posts).count == posts.count else {
        throw try members.superDecoder(forKey: .posts).misfit(
          posts.isEmpty ? "'posts': a request has a post" : "'posts': a post is there twice")
      }
      func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
        try DecodedColumn<Element>(from: members.superDecoder(forKey: key)).elements(
          posts.count, of: "post")
      }
      let (authors, categories): ([UInt32], [UInt32?]) = (try list(.authors), try list(.categories))
      let reads = try members.decode([Feature].self, forKey: .reads).map(\.value)
      let columns = try members.nestedContainer(keyedBy: FeatureKey.self, forKey: .columns)
      var columnOfFeature: [RankerFeature: [Double]] = [:]
      for feature in reads {
        columnOfFeature[feature] =
          try DecodedColumn<ExactNumber>(from: columns.superDecoder(forKey: FeatureKey(feature)))
          .elements(posts.count, of: "post").map(\.value)
      }
      let answers = try members.decode([DecodedColumn<ExactNumber?>].self, forKey: .answers)
      guard answers.count <= 2 else {
        throw try members.superDecoder(forKey: .answers).expected("at most two lists")
      }
      saved = SavedRequest(
        scenario: try members.decode(String.self, forKey: .scenario),
        arm: try members.decode(String.self, forKey: .arm),
        run: try members.decode(String.self, forKey: .run),
        failure: try members.decode(String.self, forKey: .failure),
        request: FailedRequest(
          by: FailedRequest.AskedRanker(
            name: try members.decode(String.self, forKey: .ranker),
            digest: try members.decode(String.self, forKey: .digest),
            parameters: try members.decode([String: ExactNumber].self, forKey: .parameters)
              .mapValues(\.value)), kind: kind,
          world: RankerWorld(
            number: Int(try members.decode(UInt32.self, forKey: .world)),
            seed: try members.decode(UInt64.self, forKey: .seed)),
          viewer: MemberID(rawValue: try members.decode(UInt32.self, forKey: .viewer)),
          refresh: try members.decode(UInt32.self, forKey: .refresh),
          now: try members.decode(ExactNumber.self, forKey: .now).value,
          posts: posts.map(PostID.init(rawValue:)), authors: authors.map(MemberID.init(rawValue:)),
          categories: categories.map { $0.map(CategoryID.init(rawValue:)) },
          columns: columnOfFeature,
          answers: try answers.map { try $0.elements(posts.count, of: "post").map { $0?.value } }))
    }
  }

  /// A finite number, which may be larger than any that is measured.
  private struct ExactNumber: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
      guard case .number(let text) = try PositionedJSON(from: decoder).content,
        let value = Double(text), value.isFinite
      else { throw decoder.expected("a finite number") }
      self.value = value
    }
  }

  private struct Feature: Decodable {
    let value: RankerFeature

    init(from decoder: any Decoder) throws {
      let name = try String(from: decoder)
      guard let feature = RankerFeature.allCases.first(where: { $0.name == name }) else {
        let nearest = nearestName(to: name, among: RankerFeature.allCases.map(\.name))
        throw decoder.misfit(
          "'reads': there is no feature '\(name.excerpt)'"
            + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
      }
      value = feature
    }
  }

  private struct FeatureKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ feature: RankerFeature) { stringValue = feature.name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

// MARK: - Asking again

extension SavedRequest {
  /// Why no ranker can receive the request.
  package enum Refusal: Error, Hashable, Sendable {
    /// No ranker of the arm is external.
    case noHost
    /// The arm has several that have these names, and none is the one of the request.
    case otherHosts([String])
  }

  /// A ranker that the request is sent to.
  package struct Host: Sendable {
    package let host: any RankerHost
    /// Whether it is the ranker that failed: its files and settings are the same.
    package let isSame: Bool

    package init(host: any RankerHost, isSame: Bool) {
      self.host = host
      self.isSame = isSame
    }
  }

  /// The ranker of an arm that the request is for, with the parameters of the request.
  ///
  /// - Parameter rankers: The arm's rankers, and the rankers inside of them.
  package func host(among rankers: [RankerSettings]) throws(Refusal) -> Host {
    var hosts: [any RankerHost] = []
    for settings in rankers {
      guard let host = settings.host.map(withParameters),
        !hosts.contains(where: { $0.digest == host.digest })
      else { continue }
      hosts.append(host)
    }
    if let same = hosts.first(where: { $0.digest == request.ranker.digest }) {
      return Host(host: same, isSame: true)
    }
    let namesakes = hosts.filter { $0.name == request.ranker.name }
    guard let host = namesakes.count == 1 ? namesakes[0] : hosts.first else { throw .noHost }
    guard namesakes.count == 1 || hosts.count == 1 else { throw .otherHosts(hosts.map(\.name)) }
    return Host(host: host, isSame: false)
  }

  private func withParameters(_ host: any RankerHost) -> any RankerHost {
    request.ranker.parameters.sorted { $0.key < $1.key }.reduce(host) { host, parameter in
      guard let parametric = host as? any ParametricHost,
        parametric.parameters[parameter.key] != parameter.value
      else { return host }
      return parametric.setting(parameter.key, to: parameter.value)
    }
  }
}
