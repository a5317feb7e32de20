import FeedMetrics
import SocialFeed

/// The tables of looks, word for word and slowly, on plain rows of a whole trace.
struct LookOracle {
  /// A look at somebody else's post in the window.
  private struct Row {
    var page: PageObservation
    var post: PostObservation
    var position: Int
    var relevance: Double
    /// The looks of the viewer at the post before.
    var earlier: Int
    /// What the viewer did with the post that the page showed.
    var actions: [InteractionKind]
  }

  private let trace: Trace
  private var rows: [Row] = []

  init(_ trace: Trace) {
    self.trace = trace
    var looks: [[Int]: Int] = [:]
    let pages = trace.pages.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for page in pages.map(\.element) where page.time < trace.run.duration {
      for (index, id) in page.posts.enumerated() where page.examined[index] {
        let post = trace.posts[id.index]
        guard post.author != page.viewer else { continue }
        let pair = [page.viewer.index, id.index]
        if page.time >= trace.run.windowStart {
          rows.append(
            Row(
              page: page, post: post, position: page.offset + index + 1,
              relevance: page.relevance[index], earlier: looks[pair, default: 0],
              actions: trace.interactions.filter {
                $0.request == page.request && $0.member == page.viewer && $0.post == id
              }.map(\.kind)))
        }
        looks[pair, default: 0] += 1
      }
    }
  }

  /// The sums of each level that has looks, by its name; `nil` for a dimension that nothing is known of.
  func sums(by dimension: LookDimension) -> [String: [Double]]? {
    var found: [String: [Double]] = [:]
    for (level, rows) in Dictionary(grouping: rows, by: { level(of: $0, by: dimension) }) {
      guard let level else { return nil }
      found[level] = sums(of: rows)
    }
    return found
  }

  /// The sums of each member, creator or post that has looks, by its number.
  func sums(ofEach subject: LookSubject) -> [Int: [Double]] {
    Dictionary(grouping: rows, by: { number(of: $0, subject) }).mapValues(sums)
  }

  /// The first page with most of the looks on first pages of surfaces, by the number of the member, creator or post.
  func pages(ofEach subject: LookSubject, on surfaces: [Surface]) -> [Int: SubjectLooks.Page] {
    let shown = rows.filter { $0.page.offset == 0 && surfaces.contains($0.page.surface) }
    return Dictionary(grouping: shown, by: { number(of: $0, subject) }).mapValues { rows in
      let requests = Dictionary(grouping: rows, by: \.page.request)
      let most = requests.values.map(\.count).max()
      let page = rows.first { requests[$0.page.request]?.count == most }!.page
      return SubjectLooks.Page(time: page.time, viewer: page.viewer, surface: page.surface)
    }
  }

  private func number(of row: Row, _ subject: LookSubject) -> Int {
    switch subject {
    case .members: row.page.viewer.index
    case .creators: row.post.author.index
    case .posts: row.post.post.index
    }
  }

  private func sums(of rows: [Row]) -> [Double] {
    let actions = rows.map(\.actions)
    func count(_ kind: InteractionKind) -> Double {
      Double(actions.joined().count { $0 == kind })
    }
    let engaging: Set<InteractionKind> = [.like, .comment, .save, .vote]
    return [
      Double(rows.count), Double(actions.count { !engaging.isDisjoint(with: $0) }),
      count(.view), count(.like), count(.unlike), count(.comment), count(.save), count(.vote),
      rows.map(\.relevance).reduce(0, +),
    ]
  }

  private func level(of row: Row, by dimension: LookDimension) -> String? {
    let viewer = trace.members[row.page.viewer.index]
    return switch dimension {
    case .surface: row.page.surface.description
    case .look: look(row)
    case .surfaceAndLook: "\(row.page.surface), \(look(row))"
    case .position: position(row)
    case .day: "day \(Int(row.page.time / Trace.day))"
    case .activity:
      third(of: viewer, ["least active", "middle", "most active"]) { $0.sessionsPerDay }
    case .tenure: tenure(row.page.time - viewer.joinedAt)
    case .breadth:
      third(of: viewer, ["narrowest", "middle", "broadest"]) {
        entropy(ofShares: $0.taste.map(Double.init))
      }
    case .creators: trace.run.groupNames[trace.members[row.post.author.index].group]
    case .category: "category \(row.post.category.index)"
    }
  }

  private func look(_ row: Row) -> String {
    row.earlier > 2 ? "fourth or later" : ["first", "second", "third"][row.earlier]
  }

  private func position(_ row: Row) -> String {
    switch row.position {
    case 1, 2, 3: "position \(row.position)"
    case 4...6: "positions 4 to 6"
    case 7...10: "positions 7 to 10"
    case 11...20: "positions 11 to 20"
    case 21...50: "positions 21 to 50"
    default: "position 51 or later"
    }
  }

  private func tenure(_ time: Double) -> String {
    time < Trace.week
      ? "first week" : time < 4 * Trace.week ? "second to fourth week" : "fifth week or later"
  }

  /// The third that a member is in by a value: the first where at most a third of those who were there at the
  /// start have as little.
  private func third(
    of member: MemberObservation, _ names: [String], by value: (MemberObservation) -> Double?
  ) -> String? {
    let initial = trace.members.filter { $0.joinedAt <= 0 }
    guard !initial.isEmpty, let own = value(member) else { return nil }
    let less = initial.count { (value($0) ?? 0) <= own }
    let name = names[less <= initial.count / 3 ? 0 : less <= initial.count * 2 / 3 ? 1 : 2]
    return "\(name) third"
  }
}
