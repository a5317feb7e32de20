/// Where a ranker runs that is no part of this program: a library, another process, a service.
///
/// A host is opened once for each world, by a ``HostedRanker``. Its answer may depend only on the request, on its
/// ``digest`` and on the world, and not on the order of a request's candidates. The first request of a world and one in a
/// hundred are sent twice to test that, and a few of some worlds go to a ``SecondInstance``.
public protocol RankerHost: Sendable {
  /// The name of the ranker in messages: the path of its library, or its command.
  var name: String { get }
  /// What identifies the ranker and its parameters, such as a SHA-256 in hex: two hosts with one digest give one
  /// order.
  var digest: String { get }
  /// The features that it reads, a column of each request.
  var features: FeatureSet { get }
  /// What it answers with; a score for each candidate by default.
  var kind: RankerKind { get }
  /// Whether it gets the events of a world and keeps a state for each of its lanes; not by default.
  var learns: Bool { get }
  /// What the ``digest`` lacks of what answers depend on; `nil` by default. Where it lacks something, as with a service
  /// without a named version, no finished run is used again.
  var identityGap: IdentityGap? { get }

  /// Begins the requests of a world.
  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane
}

extension RankerHost {
  public var kind: RankerKind { .score }
  public var learns: Bool { false }
  public var identityGap: IdentityGap? { nil }

  /// Whether the ``digest`` names everything that answers depend on.
  public var isIdentified: Bool { identityGap == nil }

  /// A failure of this ranker.
  ///
  /// - Parameter predicate: The rest of the sentence.
  func failure(_ predicate: String, isUnrepeatable: Bool = false) -> RankerFailure {
    RankerFailure(of: name, predicate, isUnrepeatable: isUnrepeatable)
  }
}

/// What the digest of an external ranker lacks, so that two rankers may have one.
public enum IdentityGap: Hashable, Sendable {
  /// The version of a service that runs already.
  case version
  /// The code of a program, which is in none of its files.
  case files
  /// A file of code that the program has loaded, which is none of its files. It is known when the program has started.
  case module(String)
}

/// An external ranker without an identification.
public struct UnidentifiedRanker: Hashable, Sendable {
  /// As messages name it.
  public let name: String
  public let gap: IdentityGap

  public init(name: String, gap: IdentityGap) { (self.name, self.gap) = (name, gap) }
}

/// The requests of one world to an external ranker, one after the other.
///
/// The ranker ends them with the lane's last reference. A lane answers the requests of its host's
/// ``RankerHost/kind``, and fails by all others.
public protocol RankerLane: AnyObject, Sendable {
  /// Writes a score for each candidate, higher first.
  ///
  /// - Parameters:
  ///   - candidates: At least one, with the columns of the host's ``RankerHost/features``.
  ///   - scores: One element for each candidate, to be written.
  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure)

  /// How a request is sent again, once for each, to see whether the order is the same; as usual by default. A lane
  /// whose requests share messages with other lanes' requests has them sent without and with another one, so that it is
  /// no matter of chance whether a dependence is found.
  var repetitions: [RequestCompany] { get }

  /// Writes the scores of a request that is sent again, as ``score(_:into:)`` does, which it calls by default.
  ///
  /// - Parameter company: One of the ``repetitions``.
  func score(
    _ candidates: borrowing Candidates, in company: RequestCompany,
    into scores: inout MutableSpan<Double>
  ) throws(RankerFailure)

  /// The posts in order, the best first: only candidates, none twice; those that are left out are not shown.
  ///
  /// - Parameter candidates: At least one, with the columns of the host's ``RankerHost/features``.
  func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID]

  /// A page of the ranker's own choice, which the caller checks.
  func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage

  /// The page of a request that is sent again, as ``serve(_:)`` gives it, which it calls by default.
  func serve(
    _ request: ServeRequest, in company: RequestCompany
  ) throws(RankerFailure) -> ServedPage

  /// Where some of its requests are sent again; `nil` for a lane whose requests are not, as by default.
  var second: SecondInstance? { get }

  /// Takes in what happened since the last message of the lane, in order. For hosts that learn.
  func learn(_ events: [RankerEvent]) throws(RankerFailure)
}

extension RankerLane {
  public var repetitions: [RequestCompany] { [.usual] }

  public var second: SecondInstance? { nil }

  public func score(
    _ candidates: borrowing Candidates, in company: RequestCompany,
    into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    try score(candidates, into: &scores)
  }

  public func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    throw RankerFailure("the ranker does not answer requests of the kind 'score'")
  }

  public func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
    throw RankerFailure("the ranker does not answer requests of the kind 'order'")
  }

  public func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage {
    throw RankerFailure("the ranker does not answer requests of the kind 'serve'")
  }

  public func serve(
    _ request: ServeRequest, in company: RequestCompany
  ) throws(RankerFailure) -> ServedPage {
    try serve(request)
  }

  public func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    throw RankerFailure("the ranker does not take in events")
  }
}

/// Why a ranker gave no order.
///
/// Two failures are equal whose messages are, whatever the requests were.
public struct RankerFailure: Error, Sendable {
  /// What happened and what to do about it: sentences without a full stop at their end.
  public let message: String
  /// Whether the ranker gave two orders for one request: its pages cannot be repeated, so that trying again is of no
  /// use.
  public let isUnrepeatable: Bool
  /// The arm whose ranker failed, where that is not the arm of the run.
  package var arm: String?
  /// The request; `nil` without a request, or where the ranker learns, so that the request cannot be repeated.
  package private(set) var request: FailedRequest?

  public init(_ message: String, isUnrepeatable: Bool = false) {
    self.message = message
    self.isUnrepeatable = isUnrepeatable
  }

  /// A failure of a ranker, such as `the ranker 'mine.py' gave no answer`.
  ///
  /// - Parameters:
  ///   - ranker: Its name.
  ///   - predicate: The rest of the sentence.
  public init(of ranker: String, _ predicate: String, isUnrepeatable: Bool = false) {
    self.init("the ranker '\(ranker)' \(predicate)", isUnrepeatable: isUnrepeatable)
  }

  /// The same failure at a request.
  func asked(_ request: FailedRequest) -> RankerFailure {
    var failure = self
    failure.request = request
    return failure
  }

  /// The same failure in an arm, unless it names one.
  package func of(arm: String) -> RankerFailure {
    var failure = self
    failure.arm = failure.arm ?? arm
    return failure
  }

  /// The same failure with one more sentence, such as where its request is saved.
  package func adding(_ sentence: String) -> RankerFailure {
    var failure = RankerFailure("\(message); \(sentence)", isUnrepeatable: isUnrepeatable)
    failure.request = request
    failure.arm = arm
    return failure
  }
}

extension RankerFailure: Hashable {
  public static func == (left: RankerFailure, right: RankerFailure) -> Bool {
    left.message == right.message && left.isUnrepeatable == right.isUnrepeatable
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(isUnrepeatable)
  }
}

extension RankerFailure: CustomStringConvertible {
  public var description: String { message }
}
