internal import ArgumentParser

/// Whether reports have bold and colour.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// With `auto`, `NO_COLOR` and `FORCE_COLOR` decide, then whether the stream is a terminal.
  func allows(_ stream: StandardStream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let variables = CommandEnvironment.current.variables
      if variables["NO_COLOR"]?.isEmpty == false { return false }
      if let force = variables["FORCE_COLOR"], !force.isEmpty, force != "0" { return true }
      return stream.isCapable
    }
  }
}
