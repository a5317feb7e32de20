extension Community {
  func writePets(to writer: inout ByteWriter) {
    writer.write(count: petCount)
    for i in 0..<petCount {
      writer.write(pets.owner[i])
      writer.write(pets.name[i])
      guard pets.contains(PetID(i)) else { continue }
      writer.write(pets.type[i])
      writer.write(pets.photo[i])
      writer.write(byte: pets.age[i].map { UInt8($0) } ?? .max)
      writer.write(optional: pets.gender[i]) { writer, gender in writer.write(kind: gender) }
      writer.write(count: pets.guardians[i].count)
      for guardian in pets.guardians[i] {
        writer.write(guardian.member)
        writer.write(kind: guardian.state)
        writer.write(double: guardian.invitedAt)
        if let answeredAt = guardian.answeredAt { writer.write(double: answeredAt) }
      }
    }
    // The order in which a member came to keep pets, which is not that of the pets.
    for index in 0..<memberCount {
      let kept = pets.kept(by: MemberID(index))
      writer.write(count: kept.count)
      for pet in kept { writer.write(pet) }
    }
  }

  mutating func readPets(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount(bytesEach: 2)
    var keeperships = 0
    for index in 0..<count {
      let pet = PetID(index)
      let owner = try reader.member(below: memberCount)
      let name = try reader.string()
      guard !name.isEmpty else {
        pets.appendDeleted(of: owner)
        continue
      }
      try reader.require(contains(owner), "the owner of pet \(pet)")
      try readPet(pet, of: owner, named: name, from: &reader)
      keeperships += 1
      for _ in 0..<(try reader.elementCount(bytesEach: 10)) {
        if try readGuardian(of: pet, from: &reader) == .approved { keeperships += 1 }
      }
    }
    var read = 0
    for index in 0..<memberCount {
      let member = MemberID(index)
      var kept: [PetID] = []
      for _ in 0..<(try reader.elementCount()) {
        let pet = PetID(try reader.index(below: count, "pet"))
        try reader.require(
          contains(pet) && pets.isKept(pet, by: member),
          "pet \(pet) is not kept by member \(member)")
        kept.append(pet)
      }
      try reader.require(Set(kept).count == kept.count, "a pet is kept twice by \(member)")
      read += kept.count
      pets.putInOrder(kept, by: member)
    }
    try reader.require(read == keeperships, "\(read) keeperships of \(keeperships)")
  }

  private mutating func readPet(
    _ pet: PetID, of owner: MemberID, named name: String, from reader: inout SnapshotReader
  ) throws(SnapshotError) {
    let (type, photo) = (try reader.string(), try reader.string())
    let age = try reader.byte()
    let gender: PetGender? = try reader.flag() ? try reader.kind("a gender") : nil
    let (years, key) = (age == .max ? nil : Int(age), photo.isEmpty ? nil : photo)
    do {
      try check(name: name, type: type, age: years, photo: key)
    } catch { throw reader.impossible("\(error)") }
    pets.append(
      Pet(
        id: pet, owner: owner, name: name, age: years, gender: gender, type: type, photo: key))
  }

  private mutating func readGuardian(
    of pet: PetID, from reader: inout SnapshotReader
  ) throws(SnapshotError) -> GuardianState {
    let guardian = try reader.member(below: memberCount)
    let state: GuardianState = try reader.kind("the state of a guardian")
    let owner = pets.owner[pet.index]
    try reader.require(
      guardian != owner && contains(guardian) && pets.state(of: guardian, for: pet) == nil
        && !isBlocked(guardian, owner), "guardian \(guardian) of pet \(pet)")
    pets.invite(guardian, to: pet, at: try reader.time("an invitation"))
    if state != .pending {
      pets.answer(state, by: guardian, for: pet, at: try reader.time("an answer"))
    }
    return state
  }
}
