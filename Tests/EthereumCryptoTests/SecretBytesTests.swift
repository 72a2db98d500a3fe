import EthereumCrypto
import TestVectors
import Testing

struct SecretBytesTests {
  @Test(arguments: [0, 1, 32, 4_096, 4_097, 100_000])
  func aSecretHoldsWhatItWasGiven(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let content = random.bytes(count)
    let secret = SecretBytes(content)
    #expect(secret.count == count)
    #expect(secret.withUnsafeBytes { $0.elementsEqual(content) } == true)
    #expect(secret.copy().isEqual(to: secret) == true)
    #expect(SecretBytes(count: count).withUnsafeBytes { $0.allSatisfy { $0 == 0 } } == true)
  }

  @Test func secretsAreEqualOnlyInAllBytes() {
    let secret = SecretBytes([1, 2, 3])
    #expect(secret.isEqual(to: SecretBytes([1, 2, 3])) == true)
    #expect(secret.isEqual(to: SecretBytes([1, 2])) == false)
    #expect(secret.isEqual(to: SecretBytes([1, 2, 3, 0])) == false)
    for place in 0..<3 {
      var changed: [UInt8] = [1, 2, 3]
      changed[place] ^= 0x80
      #expect(secret.isEqual(to: SecretBytes(changed)) == false)
    }
  }

  @Test func wipedMemoryIsZero() {
    var memory: [UInt8] = [1, 2, 3]
    memory.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    #expect(memory == [0, 0, 0])
  }

  @Test func copiesAreSeparate() {
    let secret = SecretBytes([1, 2, 3])
    var copy = secret.copy()
    copy.withUnsafeMutableBytes { $0[0] = 9 }
    #expect(secret.isEqual(to: SecretBytes([1, 2, 3])) == true)
    #expect(copy.isEqual(to: SecretBytes([9, 2, 3])) == true)
  }

  @Test func randomSecretsDifferAndSeededOnesRepeat() {
    #expect(SecretBytes.random(count: 32).isEqual(to: SecretBytes.random(count: 32)) == false)
    var first = SeededGenerator(seed: 5)
    var second = SeededGenerator(seed: 5)
    #expect(
      SecretBytes.random(count: 32, using: &first)
        .isEqual(to: SecretBytes.random(count: 32, using: &second)) == true)
  }

  @Test func aThousandSecretsLiveAndGo() {
    // Each has its own pages; none may leak.
    for round in 0..<20_000 {
      let secret = SecretBytes(count: 32 + round % 3)
      #expect(secret.count == 32 + round % 3)
    }
  }
}
