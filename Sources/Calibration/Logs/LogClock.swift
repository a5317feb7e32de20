internal import DataFiles

/// The form of a table's times.
package struct LogClock: Sendable {
  /// The units of numeric times since 1970 in UTC.
  package enum Unit: String, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"

    var perSecond: Double {
      switch self {
      case .seconds: 1
      case .milliseconds: 1e3
      case .microseconds: 1e6
      }
    }
  }

  /// The unit of numeric times; `nil` for text.
  package let unit: Unit?
  package let hasDaysOnly: Bool
  /// How many seconds local clocks are ahead of UTC; `nil` where unknown.
  package let offset: Double?

  /// Times before 1990 or from 2100 on indicate a wrong unit.
  private static let plausible = 631_152_000.0..<4_102_444_800.0

  /// The time in a cell, in seconds since 1970 in UTC.
  ///
  /// Text without an offset is local time; where no zone is known it is read as UTC, so
  /// that differences are right.
  func seconds(_ bytes: ArraySlice<UInt8>) throws(WrongCell) -> Double {
    let seconds: Double
    if let unit {
      guard let number = PlainNumber(String(decoding: bytes, as: UTF8.self))?.value else {
        throw WrongCell("expected a number of \(unit.rawValue) since 1970, found \(bytes.quoted)")
      }
      seconds = number / unit.perSecond
    } else if let time = TimeText(bytes) {
      seconds = time.local - (time.offset ?? offset ?? 0)
    } else {
      throw WrongCell(notText(bytes))
    }
    guard Self.plausible.contains(seconds) else { throw WrongCell(implausible(bytes)) }
    return seconds
  }

  private func notText(_ bytes: ArraySlice<UInt8>) -> String {
    let expected = hasDaysOnly ? "a date such as 2018-03-12" : "a time such as 2018-03-12T17:14:46Z"
    return "expected \(expected), found \(bytes.quoted)\(remedy(bytes))"
  }

  private func implausible(_ bytes: ArraySlice<UInt8>) -> String {
    let reading = unit.map { " in \($0.rawValue)" } ?? ""
    return "expected a time from 1990 to 2099\(reading), found \(bytes.quoted)\(remedy(bytes))"
  }

  /// The unit in which a number would be a time.
  private func remedy(_ bytes: ArraySlice<UInt8>) -> String {
    guard let number = PlainNumber(String(decoding: bytes, as: UTF8.self))?.value,
      let unit = Unit.allCases.first(where: { Self.plausible.contains(number / $0.perSecond) })
    else { return "" }
    let year = TimeText.year(ofDay: Int((number / unit.perSecond / 86_400).rounded(.down)))
    return "; as tsUnit \(unit.rawValue) it would be in \(year)"
  }
}

/// A cell whose content does not fit its column.
struct WrongCell: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension ArraySlice<UInt8> {
  /// For a message: in quotes, or `nothing`.
  var quoted: String {
    isEmpty ? "nothing" : "'\(String(decoding: self, as: UTF8.self).excerpt)'"
  }
}
