/// Text for a shell.
package enum ShellText {
  /// A word that a shell reads as it is.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
