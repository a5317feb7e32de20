/// The product as a whole.
public enum FeedLab {
  /// The version that results carry: the same version, scenario and seed give the same bytes.
  public static let version = "0.1.0"

  /// The version of the simulation: raised by hand whenever the same scenario and seed may give another
  /// world, so that machines with different builds never mix their worlds. A test compares it with a
  /// digest.
  public static let simulation = "sim-7"
}
