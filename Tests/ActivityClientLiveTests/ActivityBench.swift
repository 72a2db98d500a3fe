import ActivityClient
import ActivityClientLive
import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
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
  /// A payment like any other; the transaction differs by nonce and variant.
  static func sample(
    nonce: UInt64 = 0, variant: UInt8 = 0, chainID: ChainID = 1337, from: Address = .alice,
    value: Wei = 1_500_000_000
  ) -> PaymentIntent {
    let raw: [UInt8] = [2, variant] + withUnsafeBytes(of: nonce.bigEndian, Array.init)
    return PaymentIntent(
      chainID: chainID, from: from, to: .bob, value: value, gasLimit: 21_000,
      maxFeePerGas: 30_000_000_000, maxPriorityFeePerGas: 1_000_000_000, nonce: nonce,
      hash: Keccak256.hash(raw), rawTransaction: raw)
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

extension Address {
  static let alice = Address(lastBytesOf: Keccak256.hash(Array("alice".utf8)))
  static let bob = Address(lastBytesOf: Keccak256.hash(Array("bob".utf8)))
}
