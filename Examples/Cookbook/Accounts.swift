import Headrace

/// Knows who may come in; a host says how.
@DependencyClient
struct Accounts: Sendable {
  /// Thrown where the password or the code is wrong.
  struct Refused: Error {}

  /// Returns the name of who came in.
  var logIn: @Sendable (_ email: String, _ password: String) async throws -> String
  var sendCode: @Sendable (_ email: String) async throws -> Void
  var changePassword: @Sendable (_ email: String, _ code: String) async throws -> Void
}

extension Accounts: TestDependencyKey {
  static var testValue: Accounts { Accounts() }
}

extension DependencyValues {
  var accounts: Accounts {
    get { self[Accounts.self] }
    set { self[Accounts.self] = newValue }
  }
}
