/// How a text stands out on a terminal. Colour is never the only sign.
enum TextStyle: String {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"

  func apply(to text: String) -> String {
    self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
