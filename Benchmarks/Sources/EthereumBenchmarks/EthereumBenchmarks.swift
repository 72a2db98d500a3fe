import BenchmarkSupport
import CKeccak
import COpenSSL
import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import EthereumTransactions

/// Measures the rows of Ethereum, each beside the C library that does the work.
@main
enum EthereumBenchmarks {
  static func main() {
    Bench.run { bench in
      try await transactions(bench)
      await contractCalls(bench)
      await hashes(bench)
      try await keyStretching(bench)
    }
  }

  // MARK: - Transactions

  private static func transactions(_ bench: Bench) async throws {
    let curve = BareCurve()
    let key = try PrivateKey(SecretBytes((1...32).map { UInt8($0) }))
    let recipient = key.address()
    var nonce: UInt64 = 0
    await bench.row(
      "sign a transaction", size: "EIP-1559", target: .ratio(1.25), floor: curve.sign
    ) { count in
      for _ in 0..<count {
        nonce += 1
        blackHole(transfer(nonce: nonce, to: recipient).signed(by: key).encoded)
      }
    }
    let envelope = transfer(nonce: 7, to: recipient).signed(by: key)
    let encoded = envelope.encoded
    await bench.row(
      "decode and recover the sender", size: "EIP-1559", target: .ratio(1.25), floor: curve.recover
    ) { count in
      for _ in 0..<count { blackHole(sender(of: encoded)) }
    }
    await bench.row(
      "address of a private key", target: .ratio(1.176), floor: curve.makePoint
    ) { count in
      for _ in 0..<count { blackHole(key.address()) }
    }
    let copy = Floor("copy of its bytes") { count in
      for _ in 0..<count { blackHole(encoded.withUnsafeBytes { Array($0) }) }
    }
    await bench.row(
      "RLP: encode a transaction", size: "type 2", target: .nanoseconds(500), floor: copy
    ) { count in
      for _ in 0..<count { blackHole(envelope.encoded) }
    }
    await bench.row(
      "RLP: decode a transaction", size: "type 2", target: .nanoseconds(1_000), floor: copy
    ) { count in
      for _ in 0..<count { blackHole(decoded(encoded)) }
    }
  }

  private static func contractCalls(_ bench: Bench) async {
    let recipient = Address(0x0102_0304_0506_0708, 0x090a_0b0c_0d0e_0f10, 0x1112_1314)
    let amount = UInt256(0, 0, 7, 0x0102_0304_0506_0708)
    let encoded = ABI.encode(recipient, amount)
    let copy = Floor("copy of its bytes") { count in
      for _ in 0..<count { blackHole(encoded.withUnsafeBytes { Array($0) }) }
    }
    await bench.row(
      "ABI encode", size: "(address, uint256)", target: .nanoseconds(333), floor: copy
    ) { count in
      for _ in 0..<count { blackHole(ABI.encode(recipient, amount)) }
    }
  }

  private static func transfer(nonce: UInt64, to recipient: Address) -> UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: ChainID(1), nonce: nonce, maxPriorityFeePerGas: Wei(1_000_000_000),
        maxFeePerGas: Wei(30_000_000_000), gasLimit: GasUnits(21_000),
        to: recipient, value: Wei(1_000_000_000_000_000_000)))
  }

  private static func decoded(_ bytes: [UInt8]) -> TransactionEnvelope {
    do {
      return try TransactionEnvelope(decoding: bytes)
    } catch {
      preconditionFailure("Our own transaction was refused: \(error)")
    }
  }

  private static func sender(of bytes: [UInt8]) -> Address {
    do {
      return try decoded(bytes).recoverSender()
    } catch {
      preconditionFailure("Our own signature was refused: \(error)")
    }
  }

  // MARK: - Hashes and Keys

  private static func hashes(_ bench: Bench) async {
    for (size, label, limit) in [(32, "32 B", 1.2), (1 << 20, "1 MiB", 1.1)] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
      let floor = Floor("Keccak in C") { count in
        var digest = [UInt8](repeating: 0, count: 32)
        for _ in 0..<count { ckeccak256(bytes, bytes.count, &digest) }
        blackHole(digest)
      }
      await bench.row("Keccak-256", size: label, target: .ratio(limit), floor: floor) { count in
        for _ in 0..<count { blackHole(Keccak256.hash(bytes)) }
      }
    }
  }

  private static func keyStretching(_ bench: Bench) async throws {
    let seed = (name: "BIP-39 seed", size: "2,048 rounds", target: Target.ratio(1.5))
    let scrypt = (name: "scrypt", size: "n = 2^18", target: Target.ratio(1.1))
    if let reason = openssl_load() {
      let reason = String(cString: reason)
      bench.absent(seed.name, size: seed.size, target: seed.target, reason)
      bench.absent(scrypt.name, size: scrypt.size, target: scrypt.target, reason)
      return
    }
    let mnemonic = try Mnemonic(entropy: SecretBytes([UInt8](repeating: 0x5a, count: 16)))
    let phrase = mnemonic.phrase().withUnsafeBytes { $0.map { CChar(bitPattern: $0) } }
    let salt = Array("mnemonic".utf8)
    await bench.row(
      seed.name, size: seed.size, target: seed.target,
      floor: Floor("OpenSSL") { count in
        var key = [UInt8](repeating: 0, count: 64)
        for _ in 0..<count {
          let isDone = openssl_pbkdf2_sha512(
            phrase, phrase.count, salt, salt.count, 2_048, &key, key.count)
          precondition(isDone, "OpenSSL refused PBKDF2.")
        }
        blackHole(key)
      }
    ) { count in
      for _ in 0..<count { blackHole(mnemonic.seed()) }
    }
    await bench.row(
      scrypt.name, size: scrypt.size, target: scrypt.target,
      floor: Floor("OpenSSL") { count in
        var key = [UInt8](repeating: 0, count: 32)
        for _ in 0..<count {
          let isDone = openssl_scrypt(
            phrase, phrase.count, salt, salt.count, 1 << 18, 8, 1, &key, key.count)
          precondition(isDone, "OpenSSL refused scrypt.")
        }
        blackHole(key)
      }, isSlow: true
    ) { count in
      for _ in 0..<count { stretch(phrase, salt) }
    }
  }

  private static func stretch(_ password: [CChar], _ salt: [UInt8]) {
    password.withUnsafeBytes { password in
      salt.withUnsafeBytes { salt in
        do {
          blackHole(
            try Scrypt.deriveKey(password, salt: salt, n: 1 << 18, r: 8, p: 1, byteCount: 32))
        } catch {
          preconditionFailure("scrypt was refused: \(error)")
        }
      }
    }
  }
}
