extension Community {
  func writePets(to writer: inout ByteWriter) {
    writer.write(count: petCount)
    for i in 0..<petCount {
      writer.write(pets.owner[i])
      writer.write(pets.name[i])
      writer.write(pets.type[i])
      writer.write(byte: pets.age[i].map { UInt8($0) } ?? .max)
      writer.write(byte: pets.gender[i]?.rawValue ?? .max)
      writer.write(count: pets.guardians[i].count)
      for guardian in pets.guardians[i] {
        writer.write(guardian.member)
        writer.write(byte: guardian.state.rawValue)
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
    let count = try reader.elementCount(bytesEach: 6)
    var keeperships = count
    for index in 0..<count {
      let pet = PetID(index)
      let owner = try reader.member(below: memberCount)
      let (name, type) = (try reader.string(), try reader.string())
      let age = try reader.byte()
      let gender = try reader.byte()
      try reader.require(
        gender == .max || PetGender(rawValue: gender) != nil, "a gender of \(gender)")
      let draft = Pet(
        id: pet, owner: owner, name: name, age: age == .max ? nil : Int(age),
        gender: PetGender(rawValue: gender), type: type)
      do { try Self.check(draft) } catch { throw reader.impossible("\(error)") }
      pets.append(draft)
      for _ in 0..<(try reader.elementCount(bytesEach: 2)) {
        let guardian = try reader.member(below: memberCount)
        guard let state = GuardianState(rawValue: try reader.byte()),
          guardian != owner, pets.state(of: guardian, for: pet) == nil,
          !isBlocked(guardian, owner)
        else { throw reader.impossible("guardian \(guardian) of pet \(pet)") }
        pets.set(state, of: guardian, for: pet)
        if state == .approved { keeperships += 1 }
      }
    }
    var read = 0
    for index in 0..<memberCount {
      let member = MemberID(index)
      var kept: [PetID] = []
      for _ in 0..<(try reader.elementCount()) {
        let pet = PetID(try reader.index(below: count, "pet"))
        try reader.require(
          pets.isKept(pet, by: member), "pet \(pet) is not kept by member \(member)")
        kept.append(pet)
      }
      try reader.require(Set(kept).count == kept.count, "a pet is kept twice by \(member)")
      read += kept.count
      pets.putInOrder(kept, by: member)
    }
    try reader.require(read == keeperships, "\(read) keeperships of \(keeperships)")
  }
}
