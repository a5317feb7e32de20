public import Foundation

/// The library that draws a report's charts: Vega, Vega-Lite and Vega-Embed as one script, gzipped and
/// coded in base 64, as `scripts/chart-library` makes it.
public struct ChartLibrary: Sendable, Hashable {
  /// The name of its file.
  public static let fileName = "charts.js.gz.b64"

  let text: String

  /// - Throws: When the bytes are not base 64 of a gzip file; other text could end the HTML element that holds it.
  public init(_ bytes: Data) throws(NoChartLibrary) {
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    guard let code = Data(base64Encoded: text) else { throw NoChartLibrary() }
    // The first two bytes of a gzip file (RFC 1952).
    guard code.starts(with: [0x1F, 0x8B]) else { throw NoChartLibrary() }
    self.text = text
  }
}

/// A file that is not a chart library.
public struct NoChartLibrary: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String {
    "this is not a chart library; scripts/chart-library makes one"
  }
}
