/// The cases of a test in lines: what is given, ` => ` and what is expected of it, which stands in the next
/// line, indented, where it is long.
///
/// `\n` and `\t` in what is given are a line end and a tab. Lines that begin with `//` are comments.
public func cases(_ text: String) -> [(String, String)] {
  var (cases, given) = ([(String, String)](), String?.none)
  for line in text.split(separator: "\n") where !line.hasPrefix("//") {
    if let first = given {
      cases.append((first, String(line.drop { $0 == " " })))
      given = nil
    } else if line.hasSuffix(" =>") {
      given = unescaped(line.dropLast(3))
    } else {
      guard let sign = line.firstRange(of: " => ") else { fatalError("no case: \(line)") }
      cases.append((unescaped(line[..<sign.lowerBound]), String(line[sign.upperBound...])))
    }
  }
  return cases
}

private func unescaped(_ text: Substring) -> String {
  String(text).replacing(#"\n"#, with: "\n").replacing(#"\t"#, with: "\t")
}

/// Cases whose given line is the words of a call; a word in single quotes has blanks.
public func calls(_ text: String) -> [([String], String)] {
  cases(text).map { (words(of: $0), $1) }
}

private func words(of line: String) -> [String] {
  var (words, rest) = ([String](), Substring(line))
  while !rest.isEmpty {
    let isQuoted = rest.first == "'"
    if isQuoted { rest = rest.dropFirst() }
    let word = rest.prefix { $0 != (isQuoted ? "'" : " ") }
    words.append(String(word))
    rest = rest.dropFirst(word.count + (isQuoted ? 2 : 1))
  }
  return words
}
