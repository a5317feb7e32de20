public import Foundation

/// The library that draws a report's charts: Vega, Vega-Lite and Vega-Embed as one script, gzipped and
/// coded in base 64, as `scripts/chart-library` makes it.
public struct ChartLibrary: Sendable, Hashable {
  /// The name of the file that it comes in.
  public static let fileName = "charts.js.gz.b64"

  let text: String

  /// - Throws: When the bytes are anything else; what is no base 64 could end the element that holds it.
  public init(_ bytes: Data) throws(NoChartLibrary) {
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    guard let code = Data(base64Encoded: text) else { throw NoChartLibrary() }
    // The two bytes by which RFC 1952 knows a gzip file.
    guard code.starts(with: [0x1F, 0x8B]) else { throw NoChartLibrary() }
    self.text = text
  }
}

/// A file that holds something else than a chart library.
public struct NoChartLibrary: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String {
    "it is no chart library; scripts/chart-library makes one"
  }
}
