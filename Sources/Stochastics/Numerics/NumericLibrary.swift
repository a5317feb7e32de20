internal import CGSL

/// The GNU Scientific Library, which the distributions and special functions come from.
public enum NumericLibrary {
  /// Its version, such as `2.7.1`.
  public static var version: String { unsafe String(cString: feedlab_gsl_version()) }
}
