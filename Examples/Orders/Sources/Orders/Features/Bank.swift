import Headrace

/// The bank, which does not repeat a request with a known key: it returns the first answer.
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
