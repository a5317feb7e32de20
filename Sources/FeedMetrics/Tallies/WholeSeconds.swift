/// A time that the contract wants on whole seconds, within 68 years of the start of the run.
func wholeSeconds(_ time: Double, of thing: StaticString) -> Int32 {
  guard let seconds = Int32(exactly: time) else {
    preconditionFailure("the time of a \(thing) is \(time): not a whole number of seconds")
  }
  return seconds
}
