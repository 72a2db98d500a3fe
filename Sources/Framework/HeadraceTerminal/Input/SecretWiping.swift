#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Wipes bytes that a user may have typed as a secret.
enum SecretWiping {
  /// Overwrites bytes in a way that no compiler omits.
  static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    #if canImport(Darwin)
      _ = memset_s(base, bytes.count, 0, bytes.count)
    #else
      explicit_bzero(base, bytes.count)
    #endif
  }
}
