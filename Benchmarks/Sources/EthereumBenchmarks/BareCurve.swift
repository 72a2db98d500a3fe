import BenchmarkSupport
import CSecp256k1

/// The functions of libsecp256k1 alone, which show the cost of the curve in C.
struct BareCurve {
  private let context: OpaquePointer
  private let key = (1...32).map { UInt8($0) }

  init() {
    guard let context = secp256k1_context_create(csecp256k1_context_none) else {
      preconditionFailure("libsecp256k1 has no memory for a context.")
    }
    self.context = context
  }

  /// Signs a different hash each time.
  var sign: Floor {
    Floor("sign_recoverable") { count in
      var hash = [UInt8](repeating: 7, count: 32)
      var signature = secp256k1_ecdsa_recoverable_signature()
      for _ in 0..<count {
        hash[0] &+= 1
        let signed = secp256k1_ecdsa_sign_recoverable(context, &signature, hash, key, nil, nil)
        precondition(signed == 1, "A valid key did not sign.")
      }
      blackHole(signature)
    }
  }

  /// Recovers the key of one signature.
  var recover: Floor {
    let hash = [UInt8](repeating: 7, count: 32)
    var signature = secp256k1_ecdsa_recoverable_signature()
    let signed = secp256k1_ecdsa_sign_recoverable(context, &signature, hash, key, nil, nil)
    precondition(signed == 1, "A valid key did not sign.")
    return Floor("recover") { [signature] count in
      var (signature, recovered) = (signature, secp256k1_pubkey())
      for _ in 0..<count {
        let isRecovered = secp256k1_ecdsa_recover(context, &recovered, &signature, hash)
        precondition(isRecovered == 1, "A good signature was not recovered.")
      }
      blackHole(recovered)
    }
  }

  /// Creates the point of a key.
  var makePoint: Floor {
    Floor("pubkey_create") { count in
      var point = secp256k1_pubkey()
      for _ in 0..<count {
        let isMade = secp256k1_ec_pubkey_create(context, &point, key)
        precondition(isMade == 1, "A valid key has no point.")
      }
      blackHole(point)
    }
  }
}
