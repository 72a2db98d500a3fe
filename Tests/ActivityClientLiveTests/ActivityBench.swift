import ActivityClient
import ActivityClientLive
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Synchronization

/// A payment journal in memory or in a test's own folder, with a clock that the test sets.
final class ActivityBench: Sendable {
  /// The journal's database.
  let database: ActivityDatabase
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  init(_ database: ActivityDatabase = .memory()) {
    self.database = database
  }

  /// Makes a client, as a process would when it starts.
  func makeClient() -> ActivityClient {
    .live(ActivityJournal(database) { self.date })
  }

  var date: Date {
    Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000)
  }

  func advance(milliseconds: Int64) {
    self.milliseconds.withLock { $0 += milliseconds }
  }
}

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
  /// The folder of a journal; it does not exist yet.
  let path: String
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "activity-\(UUID())")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    path = root.appending(path: "journal").path
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: root)
    } catch {
      print("\(root.path) stays: \(error)")
    }
  }

  var databasePath: String { path + "/payments.sqlite" }
  var oldPath: String { path + "/payments.jsonl" }

  /// Writes a file there, as an older wallet or another program did.
  func put(_ bytes: [UInt8], at path: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      atPath: self.path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data(bytes).write(to: URL(filePath: path))
    try setMode(mode, of: path)
  }

  func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  func contents(_ path: String) throws -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Returns the files in the folder, and their permission bits.
  func modes() throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
      modes[name] = attributes[.posixPermissions] as? Int
    }
    return modes
  }
}

/// A recorded intent and its transaction.
struct Sample: Equatable, Sendable {
  var intent: PaymentIntent
  var transaction: PaymentTransaction

  var id: PaymentID { PaymentID(transactionHash: transaction.hash) }
  var hash: Hash32 { transaction.hash }

  /// Creates an ordinary payment; the transaction differs by nonce and variant, which is its value.
  init(
    nonce: UInt64 = 0, variant: UInt64 = 0, chainID: ChainID = 1337, key: PaymentKey? = nil,
    by signer: Signer = .alice
  ) {
    self.init(
      DynamicFeeTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: Signer.bob.address,
        value: Wei(1_500_000_000 + variant)), by: signer)
    intent.key = key
  }

  /// Creates the payment that a transaction makes.
  init(_ transaction: DynamicFeeTransaction, by signer: Signer = .alice) {
    intent = PaymentIntent(
      chainID: transaction.chainID, from: signer.address, to: transaction.to ?? .zero,
      value: transaction.value)
    self.transaction = PaymentTransaction(transaction, by: signer)
  }
}

extension PaymentTransaction {
  /// Creates the transaction's entry in a family.
  init(
    _ transaction: DynamicFeeTransaction, role: Role = .original, by signer: Signer = .alice
  ) {
    let envelope = signer.sign(.dynamicFee(transaction))
    self.init(
      role: role, nonce: transaction.nonce, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.maxFeePerGas,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas, hash: envelope.hash,
      rawTransaction: envelope.encoded)
  }

  /// Returns a transaction that replaces the sample.
  static func replacement(
    _ role: Role, fee: Wei = 33_000_000_000, tip: Wei = 1_100_000_000, nonce: UInt64 = 0
  ) -> PaymentTransaction {
    PaymentTransaction(
      DynamicFeeTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: fee,
        gasLimit: 21_000, to: role == .cancel ? .alice : .bob,
        value: role == .cancel ? 0 : 1_500_000_000), role: role)
  }
}

extension ActivityClient {
  /// Records a sample.
  func record(_ sample: Sample) async throws(RecordRefusal) -> Payment {
    try await record(sample.intent, sample.transaction)
  }

  /// Asks for the next nonce of alice.
  func nextNonce(
    _ latest: UInt64, _ pending: UInt64? = nil, from: Address = .alice, chainID: ChainID = 1337,
    accepting report: GapReport? = nil
  ) async throws(NonceRefusal) -> UInt64 {
    try await nextNonce(
      NonceQuestion(
        chainID: chainID, from: from, latest: latest, pending: pending ?? latest,
        acceptedGap: report))
  }
}

extension PaymentInclusion {
  static func sample(
    _ number: UInt64 = 7, of hash: Hash32 = Sample().hash, _ outcome: Outcome = .succeeded
  ) -> PaymentInclusion {
    PaymentInclusion(
      transactionHash: hash, outcome: outcome, blockNumber: number,
      blockHash: Keccak256.hash([UInt8(truncatingIfNeeded: number)]), gasUsed: 21_000,
      effectiveGasPrice: 8_000_000_007)
  }
}

/// A signer whose key is public.
enum Signer: UInt8 {
  case alice = 1
  case bob = 2

  private var key: PrivateKey {
    do {
      return try PrivateKey(SecretBytes([UInt8](repeating: rawValue, count: 32)))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  var address: Address { key.address() }

  func sign(_ transaction: UnsignedTransaction) -> TransactionEnvelope {
    transaction.signed(by: key)
  }
}

extension Address {
  static let alice = Signer.alice.address
  static let bob = Signer.bob.address
}
