import SocialFeed
import TestSupport
import Testing

@Suite struct FeedCursorTextTests {
  /// Rankers of a surface by their settings, rerankers around several of them.
  private func rankers(of surface: Surface) throws -> [any Ranker] {
    let plain = try RankerCatalogue.standard.descriptors.filter {
      $0.surfaces.contains(surface) && $0.name != "ideal"
    }.map { try RankerSettings(ofAny: $0).makeRanker() }
    return plain + plain.map { DiversityRanker(of: SeenDiscountRanker(of: $0), window: 3) }
  }

  private func busyTwins(_ generator: inout SeededGenerator) throws -> Twins {
    var (twins, habits) = (Twins(), Habits.staying)
    habits.weights.merge([.tie: 8, .publish: 8, .pet: 1]) { $1 }
    for _ in 0..<300 { try twins.makeRandomCall(habits, using: &generator) }
    return twins
  }

  @Test(arguments: Surface.allCases)
  func `the page from a cursor's text is the page from the cursor`(surface: Surface) {
    var cursors = 0
    forEachSeed(6) { _, generator in
      var community = try busyTwins(&generator).community
      let members = (0..<community.memberCount).map { member($0) }
      guard let viewer = members.first, let last = members.last else { return }
      for other in members { _ = try? community.follow(viewer, other, now: 1e5) }
      for ranker in try rankers(of: surface) {
        for viewer in [nil, viewer, last] {
          var request = FeedRequest(viewer, surface, now: 1e5, pageSize: 2)
          while let cursor = community.page(request, by: ranker).next {
            let read = try FeedCursor(text: cursor.text)
            #expect(read == cursor && read.text == cursor.text)
            request.cursor = cursor
            let page = community.page(request, by: ranker)
            request.cursor = read
            let other = community.page(request, by: ranker)
            try agree(other.posts, page.posts, "posts from a text")
            #expect(other.next == page.next && !other.startedAgain)
            cursors += 1
          }
        }
      }
    }
    #expect(cursors > 0)
  }

  /// Texts of cursors of all kinds, each with its request and ranker.
  private func samples(
    of community: Community
  ) throws -> [(text: String, request: FeedRequest, ranker: any Ranker)] {
    var samples: [(text: String, request: FeedRequest, ranker: any Ranker)] = []
    for surface in Surface.allCases {
      for (index, ranker) in try rankers(of: surface).enumerated() {
        var request = FeedRequest(member(0), surface, now: 1e5, pageSize: 1)
        request.paging = index % 7 == 6 ? .offset : .keyset
        for _ in 0..<3 {
          guard let cursor = community.page(request, by: ranker).next else { break }
          samples.append((cursor.text, request, ranker))
          request.cursor = cursor
        }
      }
    }
    return samples
  }

  @Test func `twenty thousand altered texts are errors or harmless pages`() throws {
    var generator = SeededGenerator(seed: 26)
    let community = try busyTwins(&generator).community
    let samples = try samples(of: community)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var (refused, served) = (0, 0)
    for round in 0..<20_000 {
      let sample = samples.randomElement(using: &generator)!
      var text = sample.text
      if round % 4 == 0 {
        // The text itself: a letter, a cut or an addition.
        var altered = Array(text)
        let index = Int.random(in: 0..<altered.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: altered[index] = letters.randomElement(using: &generator)!
        case 1: altered.removeSubrange(index...)
        default: altered.insert(letters.randomElement(using: &generator)!, at: index)
        }
        guard String(altered) != text else { continue }
        #expect(throws: CursorError.self) { try FeedCursor(text: String(altered)) }
        refused += 1
        continue
      }
      // The contents, under a checksum that is right.
      var reader = try CompactText.reader(of: text, .feedCursor, version: 1)
      var bytes = Array(try reader.raw(reader.remaining))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // The run, which is in the first 8 bytes, and the ranker stay, so that most texts come further.
        let index = Int.random(in: min(16, bytes.count - 1)..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator)!
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        default: if bytes.count > 18 { bytes.remove(at: index) }
        }
      }
      text = CompactText.text(.feedCursor, version: 1, bytes)
      do {
        var request = sample.request
        request.cursor = try FeedCursor(text: text)
        request.pageSize = 5
        let page = try community.page(request, orThrowBy: sample.ranker)
        #expect(page.count <= 5 && Set(page.posts).count == page.count)
        for post in page.posts { #expect(community.isVisible(post, to: request.viewer)) }
        if let next = page.next { try expectEqual(FeedCursor(text: next.text), next) }
        served += 1
      } catch {
        #expect(error is CursorError || error is FeedRequestError)
        refused += 1
      }
    }
    #expect(refused > 5_000 && served > 1_000)
  }

  // MARK: Forged contents under a right checksum

  /// The text of a cursor of home of member 0, by a ranker, at a position.
  private func forged(
    _ ranker: any Ranker, bound: Int = 3, floor: Int? = nil, categories: [Int]? = nil,
    at position: FeedCursor.Position
  ) -> String {
    var order = CategoryOrder()
    for category in categories ?? [] { order.insert(category, at: order.count) }
    return FeedCursor(
      of: .home, for: member(0), refreshedAt: 1, bound: bound,
      categories: categories == nil ? nil : order, floor: floor, position: position,
      ranker: ranker.fingerprint
    ).text
  }

  private func smallCommunity() throws -> Community {
    var community = Community(members: 2)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(number), now: 0)
    }
    return community
  }

  private var hostilePositions: [FeedCursor.Position] {
    let most = Int(UInt32.max)
    return [
      .start, .before(PostID(3)), .before(PostID(most)), .inCategory(0, before: PostID(most)),
      .inCategory(most, before: PostID(0)), .behindCategories(before: PostID(most)),
      .after(RankingKey(isOwn: true, score: .greatestFiniteMagnitude, post: PostID(most))),
      .after(RankingKey(isOwn: false, score: -.greatestFiniteMagnitude, post: PostID(0))),
      .amongOwn(before: most), .position(most), .position(0), .offset(most), .offset(1),
      .inRound(position: 0, before: []), .inRound(position: 63, before: posts(9, 9, 9, 9)),
      .inRound(position: 3, before: [PostID(most), PostID(0), PostID(3), PostID(3)]),
      .amongFriends(before: PostID(most), [member(most - 1)]),
      .amongFriends(before: PostID(3), [member(0), member(1)]),
      .behindFriends(before: PostID(3), [member(1), member(7)]),
      .inWindow(from: .sample(at: .start), shown: posts(2, 2, 2)),
      .inWindow(from: .sample(at: .before(PostID(most))), shown: []),
      .inWindow(from: .sample(at: .start), shown: [PostID(most)]),
      .own([]), .own(Array(0...255)),
    ]
  }

  @Test func `forged positions are errors or harmless pages, for every ranker and paging`() throws {
    let community = try smallCommunity()
    for ranker in try rankers(of: .home) {
      for position in hostilePositions {
        for categories in [nil, [], [0, 2], [63, 0], Array(0..<64)] {
          for (bound, floor) in [
            (3, nil), (0, nil), (3, 3), (2, 3), (4, nil), (Int(UInt32.max), 7),
          ] {
            let text = forged(
              ranker, bound: bound, floor: floor, categories: categories, at: position)
            for paging in FeedPaging.allCases {
              var request = FeedRequest(member(0), .home, now: 1, pageSize: 2)
              request.paging = paging
              request.cursor = try FeedCursor(text: text)
              let page = try? community.page(request, orThrowBy: ranker)
              #expect(page.map { Set($0.posts).count == $0.count } ?? true)
              if bound > 3 { #expect(page == nil) }
            }
          }
        }
      }
    }
  }

  @Test func `numbers that are none, deep nesting and false counts are malformed`() throws {
    let community = try smallCommunity()
    let ranker = RecencyRanker()
    for score in [Double.nan, .infinity] {
      let key = RankingKey(isOwn: false, score: score, post: PostID(0))
      let text = forged(ranker, at: .after(key))
      #expect(throws: CursorError.malformed) { try FeedCursor(text: text) }
    }
    var position = FeedCursor.Position.start
    for depth in 1...100 {
      position = .inWindow(from: .sample(at: position), shown: [])
      let text = forged(ranker, at: position)
      if depth < 16 {
        _ = try FeedCursor(text: text)
      } else {
        #expect(throws: CursorError.malformed) { try FeedCursor(text: text) }
      }
    }
    var reader = try CompactText.reader(
      of: forged(ranker, at: .own([1, 2, 3])), .feedCursor, version: 1)
    var bytes = Array(try reader.raw(reader.remaining))
    bytes[bytes.count - 4] = 200
    #expect(throws: CursorError.malformed) {
      try FeedCursor(text: CompactText.text(.feedCursor, version: 1, bytes))
    }
    let long = String(repeating: "A", count: 262_145)
    #expect(throws: CursorError.tooLong(262_145)) { try FeedCursor(text: long) }
    #expect(throws: CursorError.altered) { try FeedCursor(text: "") }
    expectEqual(community.postCount, 3)
  }

  @Test(
    arguments: [
      (.altered, "the cursor was cut or altered"),
      (.foreign, "the cursor is of another kind or version"),
      (.malformed, "the cursor holds what no page gives"),
      (.tooLong(300_000), "the cursor has 300000 bytes; it has at most 262144"),
    ] as [(CursorError, String)])
  func `errors are sentences`(error: CursorError, sentence: String) {
    expectEqual("\(error)", sentence)
  }

  @Test func `the text of a page newest first is short`() throws {
    let page = try smallCommunity().page(.latest, for: member(0), now: 1, pageSize: 1)
    #expect(try #require(page.next).text.count < 64)
  }
}

extension FeedCursor {
  fileprivate static func sample(at position: Position) -> FeedCursor {
    FeedCursor(
      of: .home, for: member(0), refreshedAt: 1, bound: 3, categories: nil, floor: nil,
      position: position)
  }
}
