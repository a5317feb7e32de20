extension Change {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .join(let member, let group):
      writer.write(code: .join)
      writer.write(member)
      writer.write(byte: group)
    case .joinNamed(let member, let username, let displayName, let group, let isPrivate):
      writer.write(code: .joinNamed)
      writer.write(member)
      writer.write(username)
      writer.write(displayName)
      writer.write(byte: group)
      writer.write(flag: isPrivate)
    case .rename(let member, let username):
      writer.write(code: .rename)
      writer.write(member)
      writer.write(username)
    case .setDisplayName(let member, let displayName):
      writer.write(code: .setDisplayName)
      writer.write(member)
      writer.write(displayName)
    case .setPrivate(let member, let isPrivate):
      writer.write(code: .setPrivate)
      writer.write(member)
      writer.write(flag: isPrivate)
    case .tie(let tie, let one, let other):
      writer.write(code: .tie)
      writer.write(kind: tie)
      writer.write(one)
      writer.write(other)
    case .readNotification(let number, let member):
      writer.write(code: .readNotification)
      writer.write(count: number)
      writer.write(member)
    case .readAllNotifications(let member):
      writer.write(code: .readAllNotifications)
      writer.write(member)
    case .addPet(let pet):
      writer.write(code: .addPet)
      writer.write(pet)
    case .guardian(let change, let pet, let guardian, let member):
      writer.write(code: .guardian)
      writer.write(kind: change)
      writer.write(pet)
      writer.write(guardian)
      writer.write(member)
    case .publish(let post, let author, let category, let privacy, let caption, let media, let pet):
      writer.write(code: .publish)
      writer.write(post)
      writer.write(author)
      writer.write(optional: category) { writer, category in writer.write(category) }
      writer.write(byte: privacy.rawValue)
      writer.write(caption)
      writer.write(count: media.count)
      for media in media {
        writer.write(media.key)
        writer.write(byte: media.kind.rawValue)
      }
      writer.write(optional: pet) { writer, pet in writer.write(pet) }
    case .comment(let comment, let text, let post, let member):
      writer.write(code: .comment)
      writer.write(comment)
      writer.write(text)
      writer.write(post)
      writer.write(member)
    case .act(let change, let post, let member):
      writer.write(code: .act)
      writer.write(kind: change)
      writer.write(post)
      writer.write(member)
    case .rotateContests(let contest, let theme):
      writer.write(code: .rotateContests)
      writer.write(optional: contest) { writer, contest in writer.write(contest) }
      writer.write(optional: theme) { writer, theme in writer.write(theme) }
    case .setBio(let member, let bio):
      writer.write(code: .setBio)
      writer.write(member)
      writer.write(bio)
    case .setPicture(let member, let key):
      writer.write(code: .setPicture)
      writer.write(member)
      writer.write(optional: key) { writer, key in writer.write(key) }
    case .setAccountKind(let member, let kind):
      writer.write(code: .setAccountKind)
      writer.write(member)
      writer.write(kind)
    case .setPreferredSetting(let member, let setting):
      writer.write(code: .setPreferredSetting)
      writer.write(member)
      writer.write(PreferredSetting.text(of: setting))
    case .deleteAccount(let member):
      writer.write(code: .deleteAccount)
      writer.write(member)
    case .changePet(let pet):
      writer.write(code: .changePet)
      writer.write(pet)
    case .deletePet(let pet, let owner):
      writer.write(code: .deletePet)
      writer.write(pet)
      writer.write(owner)
    case .setCaption(let post, let caption, let member):
      writer.write(code: .setCaption)
      writer.write(post)
      writer.write(caption)
      writer.write(member)
    case .setPrivacy(let post, let privacy, let member):
      writer.write(code: .setPrivacy)
      writer.write(post)
      writer.write(byte: privacy.rawValue)
      writer.write(member)
    case .deleteComment(let comment, let member):
      writer.write(code: .deleteComment)
      writer.write(comment)
      writer.write(member)
    case .endContest: writer.write(code: .endContest)
    }
  }

  init(from reader: inout ByteReader) throws(EncodingFault) {
    guard let code = ChangeCode(rawValue: try reader.byte()) else { throw .malformed }
    switch code {
    case .join: self = .join(member: try reader.id(), group: try reader.byte())
    case .joinNamed:
      self = .joinNamed(
        member: try reader.id(), username: try reader.string(), displayName: try reader.string(),
        group: try reader.byte(), isPrivate: try reader.flag())
    case .rename: self = .rename(member: try reader.id(), username: try reader.string())
    case .setDisplayName:
      self = .setDisplayName(member: try reader.id(), displayName: try reader.string())
    case .setPrivate: self = .setPrivate(member: try reader.id(), isPrivate: try reader.flag())
    case .tie: self = .tie(try reader.kind(), one: try reader.id(), other: try reader.id())
    case .readNotification:
      self = .readNotification(number: try reader.count(), member: try reader.id())
    case .readAllNotifications: self = .readAllNotifications(member: try reader.id())
    case .addPet: self = .addPet(try reader.pet())
    case .guardian:
      self = .guardian(
        try reader.kind(), of: try reader.id(), guardian: try reader.id(), by: try reader.id())
    case .publish: self = try Self.publication(from: &reader)
    case .comment:
      self = .comment(
        comment: try reader.id(), text: try reader.string(), post: try reader.id(),
        member: try reader.id())
    case .act: self = .act(try reader.kind(), post: try reader.id(), member: try reader.id())
    case .rotateContests:
      let contest: ContestID? = try reader.flag() ? try reader.id() : nil
      self = .rotateContests(opened: contest, theme: try reader.flag() ? try reader.string() : nil)
    case .setBio: self = .setBio(member: try reader.id(), bio: try reader.string())
    case .setPicture:
      let member: MemberID = try reader.id()
      self = .setPicture(member: member, key: try reader.flag() ? try reader.string() : nil)
    case .setAccountKind: self = .setAccountKind(member: try reader.id(), kind: try reader.string())
    case .deleteAccount: self = .deleteAccount(member: try reader.id())
    case .changePet: self = .changePet(try reader.pet())
    case .deletePet: self = .deletePet(pet: try reader.id(), owner: try reader.id())
    case .setCaption:
      self = .setCaption(
        post: try reader.id(), caption: try reader.string(), member: try reader.id())
    case .setPrivacy:
      let post: PostID = try reader.id()
      guard let privacy = Privacy(rawValue: try reader.byte()) else { throw .malformed }
      self = .setPrivacy(post: post, privacy: privacy, member: try reader.id())
    case .deleteComment: self = .deleteComment(comment: try reader.id(), member: try reader.id())
    case .endContest: self = .endContest
    case .setPreferredSetting:
      self = .setPreferredSetting(
        member: try reader.id(), setting: PreferredSetting.words(of: try reader.string()))
    }
  }

  private static func publication(from reader: inout ByteReader) throws(EncodingFault) -> Change {
    let (post, author): (PostID, MemberID) = (try reader.id(), try reader.id())
    let category: CategoryID? = try reader.flag() ? try reader.id() : nil
    guard let privacy = Privacy(rawValue: try reader.byte()) else { throw .malformed }
    let caption = try reader.string()
    var media: [Media] = []
    for _ in 0..<(try reader.count()) {
      let key = try reader.string()
      guard let kind = MediaKind(rawValue: try reader.byte()) else { throw .malformed }
      media.append(Media(key: key, kind: kind))
    }
    return .publish(
      post: post, author: author, category: category, privacy: privacy, caption: caption,
      media: media, pet: try reader.flag() ? try reader.id() : nil)
  }
}

extension ByteWriter {
  fileprivate mutating func write(code: ChangeCode) { write(byte: code.rawValue) }

  /// Writes the position among all cases.
  mutating func write<Kind: CaseIterable & Equatable>(kind: Kind) {
    for (index, other) in Kind.allCases.enumerated() where other == kind {
      write(byte: UInt8(index))
    }
  }

  mutating func write(_ pet: Pet) {
    write(pet.id)
    write(pet.owner)
    write(pet.name)
    write(pet.type)
    write(optional: pet.age) { writer, age in writer.write(count: age) }
    write(optional: pet.gender) { writer, gender in writer.write(kind: gender) }
    write(optional: pet.photo) { writer, photo in writer.write(photo) }
  }

  /// Writes whether there is a value, and the value.
  mutating func write<Value>(optional value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(flag: value != nil)
    if let value { body(&self, value) }
  }
}

extension ByteReader {
  mutating func id<ID: DenseIdentifier>() throws(EncodingFault) -> ID {
    ID(rawValue: try uint32())
  }

  mutating func flag() throws(EncodingFault) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw .malformed }
    return byte == 1
  }

  mutating func pet() throws(EncodingFault) -> Pet {
    let (pet, owner): (PetID, MemberID) = (try id(), try id())
    let (name, type) = (try string(), try string())
    // An age that is out of range is refused by the call.
    let age: Int? = try flag() ? try count() : nil
    let gender: PetGender? = try flag() ? try kind() : nil
    return Pet(
      id: pet, owner: owner, name: name, age: age, gender: gender, type: type,
      photo: try flag() ? try string() : nil)
  }

  mutating func kind<Kind: CaseIterable>() throws(EncodingFault) -> Kind {
    let index = Int(try byte())
    let all = Array(Kind.allCases)
    guard index < all.count else { throw .malformed }
    return all[index]
  }
}
