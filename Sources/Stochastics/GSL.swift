internal import CGSL

/// The GNU Scientific Library, as it must be before its first call.
package enum GSL {
  private static let handlerIsOff: Void = {
    _ = unsafe gsl_set_error_handler_off()
  }()

  /// Switches off GSL's error handler, which would abort the process without a word of ours.
  package static func prepare() { handlerIsOff }
}

/// The GNU Scientific Library, which the distributions and special functions come from.
public enum NumericLibrary {
  /// Its version, such as `2.7.1`.
  public static var version: String { unsafe String(cString: feedlab_gsl_version()) }
}
