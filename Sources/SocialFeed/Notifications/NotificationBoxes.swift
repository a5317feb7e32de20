/// The newest notifications of each member, 16 bytes each and 16 a member.
///
/// A member's notifications are a list that grows until the limit and is a ring from then on: the
/// notification of number *n* is at position *n* mod limit. Adding one is O(1) on average.
struct NotificationBoxes: Sendable {
  /// A notification without its recipient.
  private struct Slip: BitwiseCopyable, Equatable, Sendable {
    /// The bits of the time, in two halves, so that no field is aligned to 8 bytes.
    private let timeBits: (high: UInt32, low: UInt32)
    /// The sender, and in the 4 bits above it the kind and whether it is read.
    private var tag: UInt32
    /// The post or pet, by the kind.
    let subjectNumber: UInt32

    init(
      _ kind: NotificationKind, about subject: NotificationSubject?, from sender: MemberID,
      at time: Double
    ) {
      timeBits = (UInt32(time.bitPattern >> 32), UInt32(truncatingIfNeeded: time.bitPattern))
      tag = UInt32(kind.code) << 29 | sender.rawValue
      subjectNumber =
        switch subject {
        case .post(let post): post.rawValue
        case .pet(let pet): pet.rawValue
        case nil: 0
        }
    }

    var kind: NotificationKind { NotificationKind.allCases[Int(tag >> 29)] }

    var subject: NotificationSubject? {
      switch kind {
      case .contestVote: .post(PostID(rawValue: subjectNumber))
      case .guardianInvitation, .guardianAccepted: .pet(PetID(rawValue: subjectNumber))
      case .friendRequest, .friendAccepted, .newFollower, .followRequest: nil
      }
    }

    var sender: MemberID { MemberID(rawValue: tag & (1 << 28 - 1)) }
    var time: Double { Double(bitPattern: UInt64(timeBits.high) << 32 | UInt64(timeBits.low)) }
    var isRead: Bool { tag >> 28 & 1 == 1 }

    mutating func markRead() { tag |= 1 << 28 }

    static func == (one: Self, other: Self) -> Bool {
      one.timeBits == other.timeBits && one.tag == other.tag
        && one.subjectNumber == other.subjectNumber
    }
  }

  private struct Box: Sendable {
    var list = ListHead()
    /// How many the member has ever got.
    var received: UInt32 = 0
    /// How many of those kept are not read.
    var unread: UInt32 = 0
  }

  let limit: Int
  private var boxes: [Box] = []
  private var slips = ListPool<Slip>()

  init(limit: Int) { self.limit = limit }

  mutating func reserveCapacity(members: Int) {
    if limit > 0 { boxes.reserveCapacity(members) }
  }

  mutating func addMember() {
    if limit > 0 { boxes.append(Box()) }
  }

  /// The numbers of the notifications that a member keeps, the oldest first.
  func numbers(of member: MemberID) -> Range<Int> {
    guard limit > 0 else { return 0..<0 }
    let box = boxes[member.index]
    return Int(box.received) - box.list.count..<Int(box.received)
  }

  /// How many notifications that a member keeps are not read.
  func unreadCount(of member: MemberID) -> Int {
    limit > 0 ? Int(boxes[member.index].unread) : 0
  }

  /// The notification of a number that the member keeps.
  func notification(_ number: Int, of member: MemberID) -> MemberNotification {
    let slip = slips[position(of: number, of: member)]
    return MemberNotification(
      number: number, kind: slip.kind, recipient: member, sender: slip.sender,
      subject: slip.subject, time: slip.time, isRead: slip.isRead)
  }

  /// Who sent a notification that the member keeps.
  func sender(of number: Int, of member: MemberID) -> MemberID {
    slips[position(of: number, of: member)].sender
  }

  /// Adds a notification, instead of the oldest when the member has as many as are kept.
  mutating func add(
    _ kind: NotificationKind, about subject: NotificationSubject?, to member: MemberID,
    from sender: MemberID, at time: Double
  ) {
    guard limit > 0 else { return }
    let slip = Slip(kind, about: subject, from: sender, at: time)
    let list = boxes[member.index].list
    if list.count < limit {
      if slips.isFull(for: list) { replacePool(toGrow: list) }
      slips.append(slip, to: &boxes[member.index].list)
      boxes[member.index].unread += 1
    } else {
      let position = position(of: Int(boxes[member.index].received), of: member)
      if slips[position].isRead { boxes[member.index].unread += 1 }
      slips[position] = slip
    }
    boxes[member.index].received += 1
  }

  /// Marks a notification that the member keeps.
  mutating func markRead(_ number: Int, of member: MemberID) {
    let position = position(of: number, of: member)
    guard !slips[position].isRead else { return }
    slips[position].markRead()
    boxes[member.index].unread -= 1
  }

  /// Removes all that a member keeps.
  mutating func removeAll(of member: MemberID) {
    guard limit > 0 else { return }
    slips.removeAll(from: &boxes[member.index].list)
    boxes[member.index].unread = 0
  }

  /// Marks all that somebody sent, to be hidden from now on. O(all that are kept).
  mutating func markAllRead(from sender: MemberID) {
    for index in boxes.indices {
      let member = MemberID(index)
      for number in numbers(of: member) where self.sender(of: number, of: member) == sender {
        markRead(number, of: member)
      }
    }
  }

  private func position(of number: Int, of member: MemberID) -> Int {
    Int(boxes[member.index].list.range.lowerBound) + number % limit
  }

  private mutating func replacePool(toGrow list: ListHead) {
    var larger = ListPool(replacing: slips, toGrow: list)
    for index in boxes.indices { larger.adopt(&boxes[index].list, from: slips) }
    slips = larger
  }
}

// MARK: Snapshots

extension NotificationBoxes {
  /// Writes for each member how many notifications there ever were, and those that are kept, the
  /// oldest first.
  func write(to writer: inout ByteWriter) {
    for (index, box) in boxes.enumerated() {
      writer.write(varint: UInt64(box.received))
      for number in numbers(of: MemberID(index)) {
        let slip = slips[position(of: number, of: MemberID(index))]
        writer.write(byte: slip.kind.code << 1 | (slip.isRead ? 1 : 0))
        writer.write(slip.sender)
        if slip.subject != nil { writer.write(varint: UInt64(slip.subjectNumber)) }
        writer.write(double: slip.time)
      }
    }
  }

  /// Reads all members' notifications into empty boxes. Deleted accounts keep none.
  mutating func read(
    from reader: inout SnapshotReader, of members: MemberColumns, posts: Int, pets: Int
  ) throws(SnapshotError) {
    var counts: [UInt32] = []
    var read: [Slip] = []
    for index in boxes.indices {
      // So that as many more may come.
      let received = try reader.count(atMost: Int(UInt32.max) / 2, "notifications")
      boxes[index].received = UInt32(received)
      let start = read.count
      let count = members.contains(MemberID(index)) ? min(received, limit) : 0
      for _ in 0..<count {
        let slip = try Self.slip(from: &reader, members: boxes.count, posts: posts, pets: pets)
        try reader.require(slip.sender.index != index, "a notification of \(index) by itself")
        if !slip.isRead { boxes[index].unread += 1 }
        read.append(slip)
      }
      if count > 0 && received > limit {
        // The ring begins at the notification whose number is a multiple of the limit.
        let kept = Array(read[start...])
        for (offset, slip) in kept.enumerated() {
          read[start + (received - count + offset) % limit] = slip
        }
      }
      counts.append(UInt32(count))
    }
    var heads = Array(repeating: ListHead(), count: boxes.count)
    slips = ListPool(lists: counts, of: read, heads: &heads)
    for index in heads.indices { boxes[index].list = heads[index] }
  }

  private static func slip(
    from reader: inout SnapshotReader, members: Int, posts: Int, pets: Int
  ) throws(SnapshotError) -> Slip {
    let byte = try reader.byte()
    guard let kind = NotificationKind.allCases.first(where: { $0.code == byte >> 1 }) else {
      throw reader.impossible("a notification of kind \(byte >> 1)")
    }
    let sender = try reader.member(below: members)
    var subject: NotificationSubject?
    switch kind {
    case .contestVote: subject = .post(PostID(try reader.index(below: posts, "post")))
    case .guardianInvitation, .guardianAccepted:
      subject = .pet(PetID(try reader.index(below: pets, "pet")))
    case .friendRequest, .friendAccepted, .newFollower, .followRequest: break
    }
    let time = try reader.time("the time of a notification")
    var slip = Slip(kind, about: subject, from: sender, at: time)
    if byte & 1 == 1 { slip.markRead() }
    return slip
  }
}

extension NotificationKind {
  /// Its number among all kinds, at most 8.
  fileprivate var code: UInt8 {
    switch self {
    case .friendRequest: 0
    case .friendAccepted: 1
    case .contestVote: 2
    case .newFollower: 3
    case .followRequest: 4
    case .guardianInvitation: 5
    case .guardianAccepted: 6
    }
  }
}
