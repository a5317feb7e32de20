/// Where a ranker runs that is no part of this program: a library, another process, a service.
///
/// A host is opened once for each world, by a ``HostedRanker``. What it answers may depend on what it is asked, on
/// its ``digest`` and on the number of the world, and on nothing else; nor on the order of a request's candidates. One
/// request in a hundred is asked twice to see that.
public protocol RankerHost: Sendable {
  /// The name of the ranker in messages: the path of its library, or its command.
  var name: String { get }
  /// What identifies the ranker and its parameters, such as a SHA-256 in hex: two hosts with one digest give one
  /// order.
  var digest: String { get }
  /// The features that it reads, a column of each request.
  var features: FeatureSet { get }

  /// Begins the requests of a world.
  ///
  /// - Parameter world: The number of the world.
  func open(world: Int) throws(RankerFailure) -> any RankerLane
}

/// The requests of one world to a ranker outside of this program, one after the other.
///
/// The ranker ends them with the lane's last reference.
public protocol RankerLane: AnyObject, Sendable {
  /// Writes a score for each candidate, higher first.
  ///
  /// - Parameters:
  ///   - candidates: At least one, with the columns of the host's ``RankerHost/features``.
  ///   - scores: One element for each candidate, to be written.
  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure)
}

/// Why a ranker outside of this program gave no order.
public struct RankerFailure: Error, Hashable, Sendable {
  /// What happened and what to do about it: sentences without a full stop at their end.
  public let message: String
  /// Whether the ranker gave two orders for one request: its pages cannot be repeated, so that trying again is of no
  /// use.
  public let isUnrepeatable: Bool

  public init(_ message: String, isUnrepeatable: Bool = false) {
    self.message = message
    self.isUnrepeatable = isUnrepeatable
  }
}

extension RankerFailure: CustomStringConvertible {
  public var description: String { message }
}
