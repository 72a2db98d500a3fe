import Testing

/// A secret that can't be copied can't be in a state or an action, and so not in a journal.
@Suite struct SecretCompileTests {
  private static let feature = """
    struct Secret: ~Copyable, Sendable { var bytes: [UInt8] = [] }
    struct Login: Reducer {
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    """

  @Test(arguments: [
    (
      "struct State { var secret = Secret() }; enum Action { case appeared }",
      "stored property 'secret' of 'Copyable'-conforming struct 'State' has non-Copyable type"
    ),
    (
      "struct State {}; enum Action { case typed(Secret) }",
      "associated value 'typed' of 'Copyable'-conforming enum 'Action' has non-Copyable type"
    ),
    (
      "struct State {}; enum Action: ~Copyable { case typed(Secret) }",
      "type 'Login.Action' does not conform to protocol 'Copyable'"
    ),
    (
      "struct State: Codable, ~Copyable { var secret = Secret() }; enum Action { case appeared }",
      "type 'Login.State' does not conform to protocol 'Copyable'"
    ),
  ])
  func aSecretInAFeatureDoesNotCompile(types: String, diagnostic: String) throws {
    let verdict = try Compiler.check("\(Self.feature)\n\(types) }")
    #expect(!verdict.isAccepted)
    #expect(verdict.diagnostics.contains(diagnostic), "\(verdict.diagnostics)")
  }
}
