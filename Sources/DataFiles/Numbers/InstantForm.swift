/// An instant as people write it, by the time since a start: numbers of days, hours, minutes and seconds in this order,
/// such as `5d12h`, `90m` or `1d2h3m4s`.
package enum InstantForm {
  /// The seconds since the start, or `nil` if the text is no instant.
  package static func seconds(_ text: String) -> Double? {
    var (rest, units, total) = (text[...], DurationForm.units[...], 0.0)
    while !rest.isEmpty {
      guard let end = rest.firstIndex(where: \.isLetter),
        let unit = units.firstIndex(where: { $0.name == rest[end] }),
        let number = PlainNumber(rest[..<end])?.value, number >= 0
      else { return nil }
      total += number * units[unit].seconds
      units = units[(unit + 1)...]
      rest = rest[rest.index(after: end)...]
    }
    return text.isEmpty ? nil : total
  }

  /// The text of an instant: the units of which it has any.
  ///
  /// - Parameter seconds: Not negative.
  package static func text(_ seconds: Double) -> String {
    var (rest, text) = (seconds, "")
    for unit in DurationForm.units {
      let isLast = unit.seconds == 1
      let number = isLast ? rest : (rest / unit.seconds).rounded(.down)
      if number > 0 { text += "\(number.shortest)\(unit.name)" }
      rest -= number * unit.seconds
    }
    return text.isEmpty ? "0s" : text
  }
}
