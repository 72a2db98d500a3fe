package import HeadraceJournal

/// A value before and after an action.
struct ValueChange {
  let place: String
  var from: JSONValue?
  var to: JSONValue?
}

extension JSONValue {
  /// The value at a path, a JSON Pointer (RFC 6901); `/#` at its end is an array's count.
  package subscript(place place: String) -> JSONValue? {
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var value = self
    for name in names {
      let name = StateDifference.unescape(name)
      switch value {
      case .object(let members):
        guard let member = members[name] else { return nil }
        value = member
      case .array(let elements) where name == "#": return .number("\(elements.count)")
      case .array(let elements):
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// Returns the paths of numbers and of arrays' counts.
  func placesOfNumbers(countMax: Int) -> [String] {
    var places: [String] = []
    func search(_ value: JSONValue, at place: String) {
      guard places.count < countMax else { return }
      switch value {
      case .number: places.append(place)
      case .array(let elements):
        places.append(place + "/#")
        for (index, element) in elements.enumerated() { search(element, at: "\(place)/\(index)") }
      case .object(let members):
        for member in members.entries {
          search(member.value, at: place + "/" + StateDifference.escape(member.name))
        }
      default: break
      }
    }
    search(self, at: "")
    return places
  }

  /// Returns the differences from an earlier value, path by path.
  func changes(since old: JSONValue) -> [ValueChange] {
    StateDifference(from: old, to: self).changes(from: old)
  }
}

extension StateDifference {
  /// Returns the changes, path by path, of a state to which the difference can be applied.
  func changes(from old: JSONValue?) -> [ValueChange] {
    var changes = changed.map {
      ValueChange(place: $0.place, from: old?[place: $0.place], to: $0.value)
    }
    changes += removed.map { ValueChange(place: $0, from: old?[place: $0]) }
    for splice in spliced {
      let array = old?[place: splice.place]?.array
      let removed = array?.dropFirst(splice.index).prefix(splice.removedCount)
      for (offset, value) in (removed ?? []).enumerated() {
        let place = "\(splice.place)/\(splice.index + offset)"
        let new = offset < splice.inserted.count ? splice.inserted[offset] : nil
        changes.append(ValueChange(place: place, from: value, to: new))
      }
      for (offset, value) in splice.inserted.enumerated().dropFirst(splice.removedCount) {
        changes.append(ValueChange(place: "\(splice.place)/\(splice.index + offset)", to: value))
      }
    }
    return changes
  }
}
