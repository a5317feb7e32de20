/// The product as a whole.
public enum FeedLab {
  /// The version that results carry: the same version, scenario and seed give the same bytes.
  public static let version = "0.1.0"
}
