import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import HeadraceTerminal
import JSONRPC

@testable import VaultClientLive

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The parsers that receive bytes from untrusted sources.
///
/// Each target traps if its parser breaks a promise. A refusal is not a finding.
enum FuzzTarget: String, CaseIterable {
  case rlp
  case abi
  case transactions
  case vault
  case jsonrpc
  case keys

  /// True if every input leaks, as a control which shows that leaks are found.
  static let isLeaking = getenv("HEADRACE_FUZZ_LEAKS") != nil

  /// The target that the environment variable names.
  static let chosen: FuzzTarget = {
    guard let name = getenv("HEADRACE_FUZZ"),
      let target = FuzzTarget(rawValue: String(cString: name))
    else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      let text = Array("HEADRACE_FUZZ is to be one of \(names)\n".utf8)
      _ = write(2, text, text.count)
      exit(64)
    }
    return target
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .rlp: Self.runRLP(bytes)
    case .abi: Self.runABI(bytes)
    case .transactions: Self.runTransactions(bytes)
    case .vault: Self.runVault(bytes)
    case .jsonrpc: Self.runJSONRPC(bytes)
    case .keys: Self.runKeys(bytes)
    }
  }

  // MARK: - Ethereum

  /// Decoded items must encode to the same bytes.
  private static func runRLP(_ bytes: [UInt8]) {
    do {
      let item = try RLP.decode(bytes)
      precondition(RLP.encode(item) == bytes, "The item \(item) has another encoding.")
    } catch {
      // A refusal.
    }
  }

  /// The first line is a tuple of types, the rest a contract's return data.
  private static func runABI(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != 10 }
    let data = Array(bytes.dropFirst(line.count + 1))
    do {
      _ = try RevertReason(data)
    } catch {
      // A refusal.
    }
    do {
      _ = try ERC20.symbol.result(of: data)
    } catch {
      // A refusal.
    }
    do {
      let type = try ABIType(typed: String(decoding: line, as: UTF8.self))
      let again = try ABIType(type.description)
      precondition(again == type, "The type \(type) is not read as it is written.")
      _ = try ABI.decodeResult(data, as: [type])
      let values = try ABI.decode(data, as: [type])
      let encoded = try ABI.encode(values, as: [type])
      precondition(encoded == data, "The values \(values) have another encoding.")
    } catch {
      // A refusal.
    }
  }

  /// Decoded transactions must encode to the same bytes, and their sender can be recovered or
  /// refused.
  private static func runTransactions(_ bytes: [UInt8]) {
    do {
      let envelope = try TransactionEnvelope(decoding: bytes)
      precondition(envelope.encoded == bytes, "The transaction has another encoding.")
      _ = try envelope.recoverSender()
    } catch {
      // A refusal.
    }
  }

  // MARK: - Files

  /// Decodes the bytes unchanged, followed by a correct hash, and as sealed content.
  private static func runVault(_ bytes: [UInt8]) {
    for file in [bytes, bytes + Keccak256.hash(bytes).bytes] {
      do {
        let vault = try VaultFile(decoding: file)
        precondition(vault.encoded == file, "The vault has another encoding.")
      } catch {
        // A refusal.
      }
      do {
        let sessions = try SessionsFile(decoding: file)
        precondition(sessions.encoded == file, "The sessions have another encoding.")
      } catch {
        // A refusal.
      }
      do {
        let backup = try BackupFile(decoding: file)
        precondition(backup.encoded == file, "The backup has another encoding.")
        _ = backup.open(zeroKey)
      } catch {
        // A refusal.
      }
    }
    do {
      _ = try VaultPayload(decoding: SecretBox(SecretBytes(bytes)))
    } catch {
      // A refusal.
    }
    do {
      _ = try SessionsPayload(decoding: SecretBox(SecretBytes(bytes)))
    } catch {
      // A refusal.
    }
    runBackupHead(bytes)
  }

  private static var zeroKey: SecretBox { SecretBox(SecretBytes(count: 32)) }

  /// Decodes the bytes as the first box of a backup.
  ///
  /// Anyone who has the passcode can seal any content in it.
  private static func runBackupHead(_ bytes: [UInt8]) {
    // A box without content is not a head, and is refused.
    guard !bytes.isEmpty, let cost = ScryptCost(n: 2, r: 1, p: 1) else { return }
    let salt = String(repeating: "00", count: VaultFile.saltByteCount)
    let header = SealedFile.line(
      BackupFile.Header(
        kdf: VaultFile.KeyDerivationHeader(cost: cost, salt: salt), madeAt: 7,
        headByteCount: bytes.count + AuthenticatedBox.tagByteCount))
    do {
      // The first and last box.
      let box = try AuthenticatedBox.seal(
        SecretBytes(bytes), key: zeroKey.bytes, nonce: [1] + [UInt8](repeating: 0, count: 11),
        authenticating: header)
      let backup = try BackupFile(
        decoding: SealedFile(header: header, sealed: box).encoded)
      let contents = backup.open(zeroKey)
      precondition(
        contents.map { $0.parts.values.allSatisfy(\.isEmpty) } ?? true,
        "A backup of one box has files.")
    } catch {
      preconditionFailure("A box that was just sealed is refused: \(error)")
    }
  }

  // MARK: - Protocols

  /// The chain must answer JSON, and its books must balance.
  private static func runJSONRPC(_ bytes: [UInt8]) {
    var rpc = DevChainRPC(state: chain)
    guard case .body(let answer) = rpc.answer(bytes, nowSeconds: 7), !answer.isEmpty else { return }
    do {
      _ = try JSONValue(parsing: answer)
    } catch {
      preconditionFailure("The answer is not \(error).")
    }
    precondition(rpc.state.books.isBalanced, "The books are \(rpc.state.books).")
  }

  private static let chain = DevChainState()

  /// However the bytes are split, the same inputs must result.
  private static func runKeys(_ bytes: [UInt8]) {
    var parser = InputParser()
    var whole = parser.parse(bytes)
    whole += parser.flush()
    var slow = InputParser()
    var inputs: [TerminalInput] = []
    for byte in bytes { inputs += slow.parse([byte]) }
    inputs += slow.flush()
    precondition(inputs == whole, "Cut into bytes, other inputs come out.")
  }
}

/// An object that a leak keeps alive.
private final class Leaked {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The function that libFuzzer calls with every input.
///
/// The name is that of the C interface, and the pointer is valid during the call.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  FuzzTarget.chosen.run(bytes)
  if FuzzTarget.isLeaking { _ = Unmanaged.passRetained(Leaked(bytes)) }
  return 0
}
