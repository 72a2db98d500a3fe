import Headrace

/// The logged-in member.
struct Member: Codable, Equatable {
  var name: String
  var region = Region.coast
}

/// The region in which a member likes to walk.
enum Region: String, Codable, CaseIterable {
  case coast, forest, mountains
}

/// The interface to the walking club's server.
@DependencyClient
struct Club: Sendable {
  /// The server does not know this member.
  struct UnknownMember: Error {}

  /// Logs a member in.
  var logIn: @Sendable (_ name: String) async throws -> Member
  /// Changes the member's name.
  var rename: @Sendable (_ name: String) async throws -> Void
}

extension Club: TestDependencyKey {
  static var testValue: Club { Club() }
}

extension Club {
  /// A club without a network: it knows one member, and every change succeeds.
  static let local = Club(
    logIn: { name in
      guard name == "Ada" else { throw UnknownMember() }
      return Member(name: name)
    },
    rename: { _ in })
}

extension DependencyValues {
  var club: Club {
    get { self[Club.self] }
    set { self[Club.self] = newValue }
  }
}
