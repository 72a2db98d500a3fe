/// The members of a JSON object, in the order they were written.
///
/// Names are unique: the parser refuses a text that says a name twice, because readers disagree
/// about which one counts.
package struct JSONObject: Sendable {
  /// One name and its value.
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// The members in order.
  package private(set) var members: [Member]

  /// Creates an object from pairs with distinct names.
  package init(_ pairs: [(String, JSONValue)] = []) {
    members = pairs.map { Member(name: $0.0, value: $0.1) }
  }

  init(checkedMembers: [Member]) {
    members = checkedMembers
  }

  /// Reads, replaces, adds (at the end) or removes (by nil) the member of that name.
  ///
  /// - Complexity: O(*n*); objects of this protocol have about twenty members.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index] = Member(name: name, value: value)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The names in order.
  package var names: [String] { members.map(\.name) }
}

extension JSONObject: Equatable {
  /// Tells whether both have the same names with equal values, in any order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.count == right.members.count
      && left.members.allSatisfy { right[$0.name] == $0.value }
  }
}
