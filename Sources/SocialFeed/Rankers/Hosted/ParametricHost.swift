/// A host whose ranker has numbers of its own, which a scenario sets and tunes.
package protocol ParametricHost: RankerHost {
  /// By name.
  var parameters: [String: Double] { get }

  /// The host of the same ranker with another value of a parameter. A ranker's objection to the value ends the worlds
  /// that request it.
  ///
  /// - Parameters:
  ///   - name: The name of one of the ``parameters``.
  ///   - value: Finite.
  func setting(_ name: String, to value: Double) -> any RankerHost
}
