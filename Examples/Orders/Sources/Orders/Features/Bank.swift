import Headrace

/// The bank. A request with a key that it knows is not done again: it gives the first answer.
struct Bank: Sendable {
  var pay: @Sendable (_ cents: Int, _ key: String) async throws -> Payment.Answer
  var refund: @Sendable (_ key: String) async throws -> Void
}

extension Bank: TestDependencyKey {
  static let testValue = Bank(
    pay: unimplemented("Bank.pay", placeholder: .refused(reason: "")),
    refund: unimplemented("Bank.refund"))
}

extension DependencyValues {
  var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}
