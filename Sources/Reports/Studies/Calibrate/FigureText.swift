internal import Calibration
internal import DataFiles
internal import Foundation
internal import ReportKit

/// A figure and its source as text.
struct FigureText {
  private let figure: FittedFigure

  init(_ figure: FittedFigure) { self.figure = figure }

  /// Rounded to six digits, as short as it reads back.
  static func number(_ value: Double) -> String {
    JSONValue.number(rounded(value)).canonical
  }

  static func rounded(_ value: Double) -> Double { Double(String(format: "%.6g", value)) ?? value }

  /// The value, or the values of a curve in brackets.
  var value: String {
    let numbers = figure.values.map(Self.number)
    return numbers.count == 1 ? numbers[0] : "[\(numbers.joined(separator: ", "))]"
  }

  var standardError: String {
    figure.standardError.map { String(format: "%.2g", $0) } ?? ""
  }

  /// The evidence, such as `n 19,102, standard error 0.013, KS 0.032; users.csv`.
  var evidence: String {
    let parts = [
      figure.count.map { "n \(NumberText.count($0))" },
      standardError.isEmpty
        ? nil : "standard error \(figure.values.count > 1 ? "at most " : "")\(standardError)",
      figure.quality.isEmpty ? nil : figure.quality,
    ].compactMap { $0 }
    return (parts.isEmpty ? "n unknown" : parts.joined(separator: ", ")) + "; "
      + figure.source.excerpt
  }
}
