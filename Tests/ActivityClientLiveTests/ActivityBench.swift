import ActivityClient
import ActivityClientLive
import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Synchronization

/// A payment journal on a simulated disk, with a clock that a test sets.
final class ActivityBench: Sendable {
  static let path = "/wallet/payments.jsonl"

  let disk: SimulatedDisk
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  init(disk: SimulatedDisk = SimulatedDisk(writeByteCountMax: 128)) {
    self.disk = disk
  }

  /// A client, as a process would make it when it starts.
  func makeClient() -> ActivityClient {
    .live(ActivityJournal(folder: "/wallet", files: disk.files) { self.date })
  }

  var date: Date {
    Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000)
  }

  func advance(milliseconds: Int64) {
    self.milliseconds.withLock { $0 += milliseconds }
  }
}

extension PaymentIntent {
  /// A payment like any other; the transaction differs by nonce and variant, which is its value.
  static func sample(
    nonce: UInt64 = 0, variant: UInt64 = 0, chainID: ChainID = 1337, by signer: Signer = .alice
  ) -> PaymentIntent {
    .sample(
      DynamicFeeTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: Signer.bob.address,
        value: Wei(1_500_000_000 + variant)), by: signer)
  }

  /// The payment that a transaction makes.
  static func sample(
    _ transaction: DynamicFeeTransaction, by signer: Signer = .alice
  ) -> PaymentIntent {
    let envelope = signer.sign(.dynamicFee(transaction))
    return PaymentIntent(
      chainID: transaction.chainID, from: signer.address, to: transaction.to ?? .zero,
      value: transaction.value, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.maxFeePerGas,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas, nonce: transaction.nonce,
      hash: envelope.hash, rawTransaction: envelope.encoded)
  }

  var id: PaymentID { PaymentID(transactionHash: hash) }
}

extension PaymentInclusion {
  static func sample(_ number: UInt64 = 7) -> PaymentInclusion {
    PaymentInclusion(
      blockNumber: number, blockHash: Keccak256.hash([UInt8(truncatingIfNeeded: number)]),
      gasUsed: 21_000, effectiveGasPrice: 8_000_000_007)
  }
}

/// Somebody who signs, with a key that everybody knows.
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
