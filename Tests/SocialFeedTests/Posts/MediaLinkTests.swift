import SocialFeed
import TestSupport
import Testing

@Suite struct MediaLinkTests {
  private let signer = MediaLinkSigner(key: Array(0..<32))

  // Python: hmac.new(bytes(range(32)), f"{expires}\n{path}".encode(), hashlib.sha256).hexdigest()
  @Test(arguments: [
    (
      "photos/mo.jpg", 1000.9, 4600, "photos/mo.jpg",
      "c4b360234e3a6859fecfce586d13becf91d854fc9e196b01f5005ab3f6ca670a"
    ),
    (
      "a b/ü?.mp4", 0, 3600, "a%20b/%C3%BC%3F.mp4",
      "89e280c0342f8043365f2d5b682aed97e7df8a3c449b5d7db67b3b4024ca1e79"
    ),
  ])
  func `a link is path, expiry and signature`(
    key: String, now: Double, expires: Int, path: String, signature: String
  ) throws {
    let link = signer.link(to: key, now: now)
    expectEqual(link, MediaLink(path: key, expires: expires, signature: signature))
    expectEqual(link.description, "\(path)?expires=\(expires)&signature=\(signature)")
    expectEqual(MediaLink(link.description), link)
    try expectEqual(signer.verify(link.description, now: now), link)
  }

  @Test func `a link is valid before its second and not at it`() throws {
    let link = signer.link(to: "a.jpg", now: 100.5)
    try signer.verify(link, now: 100.5)
    try signer.verify(link, now: 3699.999)
    for late in [3700, 1e9, .infinity, .nan] {
      #expect(throws: MediaLinkError.expired(at: 3700)) { try signer.verify(link, now: late) }
    }
    let short = MediaLinkSigner(key: Array(0..<32), lifetime: 1).link(to: "a.jpg", now: 100.5)
    expectEqual(short.expires, 101)
  }

  @Test func `a change of path, time, signature or key is found`() {
    let link = signer.link(to: "a.jpg", now: 100)
    var flipped = link.signature
    flipped.replaceSubrange(
      flipped.startIndex...flipped.startIndex, with: flipped.hasPrefix("0") ? "1" : "0")
    let forged = [
      MediaLink(path: "b.jpg", expires: link.expires, signature: link.signature),
      MediaLink(path: link.path, expires: link.expires + 1, signature: link.signature),
      MediaLink(path: link.path, expires: link.expires, signature: flipped),
      MediaLinkSigner(key: Array(1..<33)).link(to: "a.jpg", now: 100),
    ]
    for link in forged {
      #expect(throws: MediaLinkError.badSignature) { try signer.verify(link, now: 100) }
      #expect(throws: MediaLinkError.badSignature) { try signer.verify(link, now: 1e9) }
    }
  }

  @Test func `what is no link is malformed`() {
    let good = signer.link(to: "a.jpg", now: 100)
    let signature = good.signature
    for text in [
      "", "a.jpg", "a.jpg?", "a.jpg?expires=3700", "?expires=3700&signature=\(signature)",
      "a.jpg?expires=+3700&signature=\(signature)", "a.jpg?expires=3.7e3&signature=\(signature)",
      "a.jpg?expires=03700&signature=\(signature)", "a.jpg?expires=3700&signature=",
      "a.jpg?expires=3700&signature=\(signature.dropLast())",
      "a.jpg?expires=3700&signature=\(signature)00",
      "a.jpg?expires=3700&signature=\(signature.uppercased())",
      "a.jpg?signature=\(signature)&expires=3700", "a%2?expires=3700&signature=\(signature)",
      "a%zz?expires=3700&signature=\(signature)", "a%ff?expires=3700&signature=\(signature)",
      "a.jpg?expires=99999999999999999999&signature=\(signature)",
      "a.jpg?expires=3700&signature=\(signature)&more=1",
    ] {
      #expect(throws: MediaLinkError.malformed(text)) { try signer.verify(text, now: 100) }
    }
  }

  @Test(arguments: [
    (MediaLinkError.malformed("x"), "'x' is not a media link"),
    (.badSignature, "the signature is not that of the link"),
    (.expired(at: 5), "the link expired at 5"),
  ])
  func `an error says what is wrong`(error: MediaLinkError, message: String) {
    expectEqual("\(error)", message)
  }

  @Test(arguments: [
    (1.7e12, 1_700_000_003_600), (.infinity, 9_007_199_254_744_592),
    (-1e300, -9_007_199_254_737_392), (.nan, -9_007_199_254_737_392),
  ])
  func `any clock makes a link`(now: Double, expires: Int) throws {
    // 2⁵³ is 9,007,199,254,740,992, and 3,600 more is what an hour adds.
    expectEqual(signer.link(to: "a", now: now).expires, expires)
    #expect(throws: MediaLinkError.expired(at: expires)) {
      try signer.verify(signer.link(to: "a", now: now), now: .nan)
    }
  }

  @Test func `no check accepts a link to nothing`() {
    let link = signer.link(to: "", now: 0)
    #expect(link.path.isEmpty)
    #expect(throws: MediaLinkError.malformed(link.description)) { try signer.verify(link, now: 0) }
    let lasting = MediaLinkSigner(key: Array(0..<32), lifetime: .max)
    expectEqual(lasting.link(to: "a", now: 5).expires, .max)
  }

  @Test func `no lifetime is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = MediaLinkSigner(key: Array(0..<32), lifetime: 0)
    }
  }

  @Test func `a page carries links when the request asks for them`() throws {
    var community = Community(members: 2)
    for media in [
      [], [Media(key: "a.jpg"), Media(key: "2.jpg")], [], [Media(key: "b.mp4", kind: .video)],
    ] {
      try community.publish(author: member(0), category: category(0), media: media, now: 0)
    }
    var request = FeedRequest(member(1), .latest, now: 50)
    #expect(community.page(request, by: RecencyRanker()).mediaLinks.isEmpty)
    request.mediaLinks = signer
    let expected = [["b.mp4"], [], ["a.jpg", "2.jpg"], []].map { keys in
      keys.map { signer.link(to: $0, now: 50) }
    }
    let page = community.page(request, by: RecencyRanker())
    expectEqual(page.mediaLinks, expected)
    expectEqual(community.cells(of: page).map(\.mediaLinks), expected)
    expectEqual(community.post(PostID(3))?.media, [Media(key: "b.mp4", kind: .video)])
    expectEqual(community.post(PostID(0))?.media, [])
  }
}
