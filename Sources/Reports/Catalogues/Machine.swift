internal import DataFiles
internal import ReportKit

/// The parts of a machine that FeedLab uses.
public struct Machine: Sendable {
  public var version: String
  public var gsl: String
  public var sqlite: String
  /// Path of a browser that can show a report without a window.
  public var browser: String?
  public var cores: Int
  /// The memory in bytes.
  public var memory: UInt64

  public init(
    version: String, gsl: String, sqlite: String, browser: String?, cores: Int,
    memory: UInt64
  ) {
    self.version = version
    self.gsl = gsl
    self.sqlite = sqlite
    self.browser = browser
    self.cores = cores
    self.memory = memory
  }

  public var text: String {
    FactSheet.text(
      title: "feedlab \(version)",
      facts: [
        ("GSL", gsl), ("SQLite", sqlite),
        ("browser", browser ?? "none; --report pdf and png need one: install Chromium or Chrome"),
        ("cores", "\(cores)"),
        ("memory", NumberText.fixed(Double(memory) / 0x1p30, decimals: 1) + " GiB"),
      ], width: 1000)
  }

  public var json: String {
    func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    return JSONValue.object([
      "feedlab": .string(version), "gsl": .string(gsl), "sqlite": .string(sqlite),
      "browser": text(browser), "cores": JSONValue(cores), "memory_bytes": .whole(memory),
    ]).indented
  }
}
