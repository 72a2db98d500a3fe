import Headrace

/// Logs users in by email address and code; a host implements it.
@DependencyClient
nonisolated struct Accounts: Sendable {
  /// Thrown if the account does not know this device.
  struct UnknownDevice: Error {}

  /// Thrown if the code is wrong.
  struct WrongCode: Error {}

  /// Returns the name of the user who logged in.
  var logIn: @Sendable (_ email: String) async throws -> String
  var sendCode: @Sendable (_ email: String) async throws -> Void
  var registerDevice: @Sendable (_ email: String, _ code: String) async throws -> Void
}

nonisolated extension Accounts: TestDependencyKey {
  static var testValue: Accounts { Accounts() }
}

nonisolated extension DependencyValues {
  var accounts: Accounts {
    get { self[Accounts.self] }
    set { self[Accounts.self] = newValue }
  }
}
