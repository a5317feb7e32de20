internal import DataFiles
package import SocialFeed

/// Writes requests and events in Metarank's form.
///
/// Times come from the ``WorldCalendar``. Members and posts have their numbers as names. The first page of a refresh
/// has the name of its request, which is made of viewer and refresh; another page has the number of its request in the
/// world, with the position of its first post where that is not the first page of the request.
package struct MetarankWriter: Sendable {
  private let reads: [RankerFeature]
  /// The newest refresh of each viewer whose first page was shown.
  private var shown: [MemberID: UInt32] = [:]
  /// The refreshes of first pages, by the number of the page.
  private var refreshes: [UInt32: UInt32] = [:]
  /// The names of the pages behind the first of a request, by its number and the post.
  private var further: [UInt32: [PostID: String]] = [:]

  /// - Parameter reads: The fields that a request has of each item.
  package init(reads: [RankerFeature]) { self.reads = reads }

  /// The path of feedback to the service whose requests go to a path; `nil` where the path is none for requests.
  package static func feedbackPath(besides path: String) -> String? {
    guard let end = path.firstRange(of: "/rank/"), end.upperBound < path.endIndex else {
      return nil
    }
    return path[..<end.lowerBound] + "/feedback"
  }

  /// A moment in Metarank's form: milliseconds, as text.
  private static func timestamp(_ seconds: Double) -> String {
    // Half a million years are enough for everybody.
    let milliseconds = max(-1.6e16, min(1.6e16, (seconds * 1000).rounded()))
    return #""timestamp":"\#(Int64(1000 * WorldCalendar.start + milliseconds))""#
  }
}

// MARK: - Requests

extension MetarankWriter {
  /// The JSON of a request, whose items are in the order of their numbers, so that the answer to a set of candidates is one.
  package func request(_ candidates: borrowing Candidates) -> [UInt8] {
    let posts = candidates.posts
    let columns = reads.map { (name: $0.name, values: candidates[$0]) }
    var text = #"{"id":"\#(candidates.viewer)-\#(candidates.refresh)","#
    text += Self.timestamp(candidates.now) + #","user":"\#(candidates.viewer)","items":["#
    for (number, index) in posts.indices.sorted(by: { posts[$0] < posts[$1] }).enumerated() {
      let fields = columns.map { #"{"name":"\#($0.name)","value":\#($0.values[index].shortest)}"# }
      text += #"\#(number > 0 ? "," : ""){"id":"\#(posts[index])""#
      text += #","fields":[\#(fields.joined(separator: ","))]}"#
    }
    return Array((text + "]}").utf8)
  }
}

// MARK: - Events

extension MetarankWriter {
  /// The JSON of what happened, a line each, in order: posts, pages and what was done with posts.
  ///
  /// - Parameter events: With all impressions of a page.
  package mutating func texts(of events: [RankerEvent]) -> [String] {
    var texts: [String] = []
    var page: [RankerEvent.Impression] = []
    for (index, event) in events.enumerated() {
      switch event.content {
      case .post(let post, let author, let category, _):
        texts.append(Self.item(post, author, category, at: event.time))
      case .interaction(let kind, let post, let member, let request):
        texts.append(interaction(kind, post, member, request, at: event.time))
      case .impression(let impression):
        page.append(impression)
        if !Self.isOnPage(of: impression, at: event.time, events[(index + 1)...].first) {
          texts.append(ranking(page, at: event.time))
          page.removeAll()
        }
      case .join, .delete, .enter, .tie: break
      }
    }
    return texts
  }

  /// Whether an event is an impression on the page of another one: the pages of a request have times of their own.
  private static func isOnPage(
    of impression: RankerEvent.Impression, at time: Double, _ event: RankerEvent?
  ) -> Bool {
    guard let event, case .impression(let next) = event.content else { return false }
    return next.request == impression.request && event.time == time
  }

  private static func item(
    _ post: PostID, _ author: MemberID, _ category: CategoryID, at time: Double
  ) -> String {
    #"{"event":"item","id":"post-\#(post)",\#(timestamp(time)),"item":"\#(post)","fields":["#
      + #"{"name":"author","value":"\#(author)"},{"name":"category","value":"\#(category)"}]}"#
  }

  private mutating func ranking(
    _ page: [RankerEvent.Impression], at time: Double
  ) -> String {
    let first = page[0]
    // A screen that is resumed has an older refresh.
    if first.isOwn, shown[first.viewer].map({ $0 < first.refresh }) ?? true {
      shown[first.viewer] = first.refresh
      refreshes[first.request] = first.refresh
    }
    if first.position > 1 {
      let name = "page-\(first.request)-\(first.position)"
      for item in page { further[first.request, default: [:]][item.post] = name }
    }
    let items = page.map { #"{"id":"\#($0.post)"}"# }.joined(separator: ",")
    return #"{"event":"ranking","id":"\#(name(of: first.post, first.request, first.viewer))","#
      + #"\#(Self.timestamp(time)),"user":"\#(first.viewer)","fields":["#
      + #"{"name":"surface","value":"\#(first.surface)"}],"items":[\#(items)]}"#
  }

  /// The name of the page of a request that has a post.
  private func name(of post: PostID, _ request: UInt32, _ viewer: MemberID) -> String {
    further[request]?[post] ?? refreshes[request].map { "\(viewer)-\($0)" } ?? "page-\(request)"
  }

  private func interaction(
    _ kind: InteractionKind, _ post: PostID, _ member: MemberID, _ request: UInt32?,
    at time: Double
  ) -> String {
    let ranking = request.map { #""ranking":"\#(name(of: post, $0, member))","# } ?? ""
    return
      #"{"event":"interaction","id":"\#(kind)-\#(post)-\#(member)-\#(time.shortest)",\#(ranking)"#
      + #"\#(Self.timestamp(time)),"user":"\#(member)","type":"\#(kind)","item":"\#(post)"}"#
  }
}
