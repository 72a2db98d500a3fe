import Benchmark
import BenchmarkSupport
import CKeccak
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

let benchmarks: @Sendable () -> Void = {
  for (size, label, count) in [(32, "32 B", 20_000), (1 << 20, "1 MiB", 4)] {
    Benchmark.compare("Keccak256(\(label))", to: "C") {
      compareKeccak(size: size, count: count)
    }
  }
  Benchmark.compare("Transaction.sign(EIP-1559)", to: "sign_recoverable") {
    compareSigning(count: 200)
  }
}

/// Keccak-256 in Swift's hands beside the C function that it calls.
private func compareKeccak(size: Int, count: Int) -> Sample {
  let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
  let operation = PerOperation.mean(of: count) { blackHole(Keccak256.hash(bytes)) }
  var digest = [UInt8](repeating: 0, count: 32)
  let floor = PerOperation.mean(of: count) {
    ckeccak256(bytes, bytes.count, &digest)
    blackHole(digest)
  }
  return Sample(operation: operation, floor: floor)
}

/// Hashing, signing and encoding a transfer beside the bare signature of libsecp256k1.
private func compareSigning(count: Int) -> Sample {
  let floor = BareSigning()
  let seed = (1...32).map { UInt8($0) }
  guard let key = try? PrivateKey(SecretBytes(seed)) else {
    preconditionFailure("The key is in range, but it was refused.")
  }
  let recipient = key.address()
  var nonce: UInt64 = 0
  let operation = PerOperation.mean(of: count) {
    nonce += 1
    let transfer = DynamicFeeTransaction(
      chainID: ChainID(1), nonce: nonce, maxPriorityFeePerGas: Wei(1_000_000_000),
      maxFeePerGas: Wei(30_000_000_000), gasLimit: GasUnits(21_000),
      to: recipient, value: Wei(1_000_000_000_000_000_000))
    blackHole(UnsignedTransaction.dynamicFee(transfer).signed(by: key).encoded)
  }
  return Sample(operation: operation, floor: floor.mean(of: count))
}
