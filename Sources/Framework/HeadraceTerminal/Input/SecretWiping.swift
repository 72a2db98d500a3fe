#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Overwrites input that may be a secret.
enum SecretWiping {
  /// Overwrites bytes in a way that the compiler can't optimise away.
  static func wipe(_ bytes: inout [UInt8]) {
    // Safe: the system writes as many bytes as the array has.
    bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      #if canImport(Darwin)
        _ = memset_s(base, bytes.count, 0, bytes.count)
      #else
        explicit_bzero(base, bytes.count)
      #endif
    }
  }

  /// Overwrites the elements of an array whose memory is not shared.
  ///
  /// The function is not inlined, so that the compiler can't tell that the elements are never read
  /// again.
  @inline(never)
  static func overwrite<Element>(_ elements: inout [Element], with blank: Element) {
    for index in elements.indices { elements[index] = blank }
  }
}
