import Benchmark
import BenchmarkSupport
import CSecp256k1

/// `secp256k1_ecdsa_sign_recoverable` and nothing else: what a signature costs in C.
struct BareSigning {
  private let context: OpaquePointer
  private let key = (1...32).map { UInt8($0) }

  init() {
    guard let context = secp256k1_context_create(csecp256k1_context_none) else {
      preconditionFailure("libsecp256k1 has no memory for a context.")
    }
    self.context = context
  }

  /// Signs a different hash each time; destroys the context at the end.
  func mean(of count: Int) -> PerOperation {
    defer { secp256k1_context_destroy(context) }
    var hash = [UInt8](repeating: 7, count: 32)
    var signature = secp256k1_ecdsa_recoverable_signature()
    return PerOperation.mean(of: count) {
      hash[0] &+= 1
      let signed = secp256k1_ecdsa_sign_recoverable(context, &signature, hash, key, nil, nil)
      precondition(signed == 1, "A valid key did not sign.")
      blackHole(signature)
    }
  }
}
