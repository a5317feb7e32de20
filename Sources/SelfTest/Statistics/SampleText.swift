extension Int {
  /// With a comma after each three digits.
  var grouped: String {
    let digits = String(self)
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
      text.append(digit.element)
    }
  }
}
