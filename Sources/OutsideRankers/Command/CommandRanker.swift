internal import DataFiles
public import Foundation
public import SocialFeed

/// A ranker in other processes: a command that reads requests on its standard input and writes scores, orders or pages to
/// its standard output. See `docs/reference/ranker-protocol.md`.
///
/// A process serves one lane at a time, which is a feed of a world, and the next one when that has ended: a world that
/// is being simulated has one for each of its feeds with such a ranker. Where the process announces that it takes
/// batches, lanes share at most ``Settings/processes`` of them. Rankers that differ in their parameters have processes of their
/// own. Idle ones stay until the last reference to such a ranker and its lanes goes, and end with FeedLab. A lane with a
/// ``SecondInstance`` gets a process of its own for it, which ends with it.
public struct CommandRanker: RankerHost {
  /// The settings of a command in the scenario.
  public struct Settings: Sendable, Hashable {
    public typealias Encoding = RankerEncoding

    /// The program and its arguments; a program without a slash is looked for in PATH.
    public var command: [String]
    /// The working directory of the processes.
    public var folder: String
    /// The files that the ranker is made of, which make its digest.
    public var files: [RankerFile]
    /// The columns of each request, in this order.
    public var reads: [RankerFeature]
    /// What it answers with.
    public var kind: RankerKind
    /// The arm's parameters.
    public var parameters: [String: Double]
    /// How messages are written.
    public var encoding: Encoding
    /// Seconds that an answer may take.
    public var limit: Double
    /// Whether it gets events and keeps a state for each lane.
    public var learns: Bool
    /// How many requests a message has at most, where the ranker takes several: as many as it takes where this is `nil`.
    public var batch: Int?
    /// How many processes of a ranker that takes batches there are at most.
    public var processes: Int

    public init(
      command: [String], folder: String, files: [RankerFile] = [], reads: [RankerFeature],
      kind: RankerKind = .score, parameters: [String: Double] = [:], encoding: Encoding = .binary,
      limit: Double = 30, learns: Bool = false, batch: Int? = nil,
      processes: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
      self.command = command
      self.folder = folder
      self.files = files
      self.reads = reads
      self.kind = kind
      self.parameters = parameters
      self.encoding = encoding
      self.limit = limit
      self.learns = learns
      self.batch = batch
      self.processes = processes
    }
  }

  public let digest: String
  private let settings: Settings
  private let pool: ProcessPool

  /// - Precondition: The command has a word, no feature is read twice, all parameters are finite, the limit is above 0, and
  ///   a batch and the processes are at least 1.
  public init(_ settings: Settings) {
    precondition(!settings.command.isEmpty, "the command of a ranker has no word")
    precondition(settings.limit > 0, "a ranker may take \(settings.limit) s, not more than 0")
    precondition(
      settings.batch ?? 1 > 0 && settings.processes > 0,
      "a ranker has \(settings.processes) processes for batches of \(settings.batch ?? 1) requests")
    precondition(
      Set(settings.reads).count == settings.reads.count, "a ranker reads a feature twice")
    precondition(
      settings.parameters.values.allSatisfy(\.isFinite), "a parameter of a ranker is not finite")
    self.settings = settings
    digest = settings.digest
    pool = ProcessPool.shared(for: settings)
  }

  public var name: String { settings.name }

  public var features: FeatureSet { FeatureSet(settings.reads) }

  public var kind: RankerKind { settings.kind }

  public var learns: Bool { settings.learns }

  public var identityGap: IdentityGap? {
    ProgramCode.gap(of: settings.command, files: settings.files, in: settings.folder)
      ?? pool.strangeModule.map(IdentityGap.module)
  }

  public func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    switch try pool.take(limit: settings.limit) {
    case .own(let process):
      let second = second(of: world, isReused: process.lane > 0)
      process.open(world: world, digest: digest, for: settings)
      return CommandLane(process, of: pool, second)
    case .shared(let process, let number):
      return BatchingLane(
        BatchedLane(number, world: world, digest: digest, settings: settings), process, of: pool,
        second(of: world, isReused: number > 1))
    }
  }

  /// A process of its own for the next lane, where it has one.
  ///
  /// - Parameter isReused: Whether the lane's process had another one before.
  private func second(of world: RankerWorld, isReused: Bool) -> SecondInstance? {
    guard pool.second.takesNext(isReused: isReused, learns: learns) else { return nil }
    return SecondInstance(.fresh) { () throws(RankerFailure) in
      try settings.ownLane(world: world, digest: digest)
    }
  }
}

extension CommandRanker.Settings {
  /// The command as somebody would write it.
  var name: String { command.joined(separator: " ") }

  /// The SHA-256 of the ranker: its command, its files, what it reads, its parameters and whether it learns. Encoding, folder and limit
  /// change no score.
  var digest: String {
    var description: [String: JSONValue] = [
      "kind": .string("command"), "protocol": .whole(UInt64(MessageHeader.version)),
      "command": .array(command.map(JSONValue.string)),
      "files": RankerFiles(list: files, folder: folder).json,
      "reads": .array(reads.map { .string($0.name) }),
      "parameters": .object(parameters.mapValues(JSONValue.number)),
    ]
    if kind != .score { description["answer"] = .string(kind.rawValue) }
    if learns { description["learns"] = .bool(true) }
    return SHA256.hexDigest(of: JSONValue.object(description).canonical)
  }

  /// Whether requests of several lanes may be in one message: scores by a ranker that keeps no state, in binary frames.
  /// Lines of JSON cost so much more than a message that batches would not save time.
  var takesBatches: Bool { encoding == .binary && kind == .score && !learns }

  /// Begins the requests of a world in a process of its own, which ends with the lane.
  ///
  /// - Parameter digest: The digest of the ranker and its parameters.
  func ownLane(world: RankerWorld, digest: String) throws(RankerFailure) -> any RankerLane {
    let process = try RankerProcess(self, limit: limit, isSecond: true)
    guard process.batch == 1 else {
      let shared = SharedProcess(process)
      return BatchingLane(
        BatchedLane(shared.attach(), world: world, digest: digest, settings: self), shared)
    }
    process.open(world: world, digest: digest, for: self)
    return CommandLane(process)
  }

  /// The failure where a file is not the one of the digest any more.
  var changedFileFailure: RankerFailure? {
    RankerFiles(list: files, folder: folder).change.map(failure)
  }

  /// - Parameter predicate: The rest of the sentence.
  func failure(_ predicate: String) -> RankerFailure {
    RankerFailure(of: name.excerpt(atMost: 200), predicate)
  }
}

/// The requests of a world to a process.
private final class CommandLane: RankerLane, @unchecked Sendable {
  let second: SecondInstance?
  private let process: RankerProcess
  /// Where the process goes when the lane ends; `nil` for one that ends with it.
  private let pool: ProcessPool?
  private var hasFailed = false

  init(_ process: RankerProcess, of pool: ProcessPool? = nil, _ second: SecondInstance? = nil) {
    self.process = process
    self.pool = pool
    self.second = second
  }

  /// A process that has failed is gone.
  deinit {
    guard !hasFailed else { return }
    guard let pool else { return RankerProcess.end([process]) }
    if process.close() { pool.give(back: process) }
  }

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    do throws(RankerFailure) { try process.score(candidates, into: &scores) } catch {
      hasFailed = true
      throw error
    }
  }

  func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
    do throws(RankerFailure) { return try process.order(candidates) } catch {
      hasFailed = true
      throw error
    }
  }

  func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    do throws(RankerFailure) { try process.learn(events) } catch {
      hasFailed = true
      throw error
    }
  }

  func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage {
    do throws(RankerFailure) { return try process.serve(request) } catch {
      hasFailed = true
      throw error
    }
  }
}
