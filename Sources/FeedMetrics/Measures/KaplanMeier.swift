/// The median time to an event of which some had not happened when watching ended.
///
/// *S*(*t*) = Π (1 − *dᵢ*/*nᵢ*) over the times *tᵢ* ≤ *t* at which events happened, *dᵢ* of them, to the *nᵢ* things
/// still watched, including things watched until exactly *tᵢ*. The median is the smallest *t* with *S*(*t*) ≤ ½.
/// Between two ends of watching the product is one fraction, and *S* counts as ½ when it exceeds it only by rounding.
///
/// - Parameters:
///   - events: Times from the beginning to the event, for the things it happened to; finite, not
///     negative, in any order.
///   - censored: Times from the beginning to the end of watching, for the others.
/// - Returns: `nil` when *S* stays above ½, and without things.
/// - Complexity: O(*n* log *n*), where *n* is the number of things.
///
/// Source: Kaplan & Meier, *JASA* 53(282), 1958.
package func kaplanMeierMedian(events: [Double], censored: [Double]) -> Double? {
  for time in events + censored {
    precondition(time.isFinite && time >= 0, "a time to an event is \(time)")
  }
  let ends = censored.sorted()
  var left = 0
  var watched = events.count + censored.count
  var watchedAtLastEnd = watched
  var survivalAtLastEnd = 1.0
  for time in events.sorted() {
    let leftBefore = left
    while left < ends.count && ends[left] < time { left += 1 }
    if left > leftBefore {
      survivalAtLastEnd *= Double(watched) / Double(watchedAtLastEnd)
      watched -= left - leftBefore
      watchedAtLastEnd = watched
    }
    watched -= 1
    let survival = survivalAtLastEnd * Double(watched) / Double(watchedAtLastEnd)
    if survival <= 0.5 * (1 + 1e-12) { return time }
  }
  return nil
}
