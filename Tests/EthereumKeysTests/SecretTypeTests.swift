import EthereumCrypto
import EthereumKeys
import Testing

/// A state or an action can't hold what can't be copied, so no journal contains these types.
///
/// `SecretCompileTests` shows what the compiler says.
struct SecretTypeTests {
  private static func isCopyable<Value: ~Copyable>(_ type: Value.Type) -> Bool { false }
  private static func isCopyable<Value>(_ type: Value.Type) -> Bool { true }

  @Test func secretsCannotBeCopied() {
    #expect(!Self.isCopyable(SecretBytes.self))
    #expect(!Self.isCopyable(PrivateKey.self))
    #expect(!Self.isCopyable(HDPrivateKey.self))
    #expect(!Self.isCopyable(Mnemonic.self))
    // The control: the compiler prefers the second function.
    #expect(Self.isCopyable(HDPublicKey.self))
  }
}
