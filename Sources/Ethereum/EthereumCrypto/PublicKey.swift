import CSecp256k1
package import EthereumPrimitives

/// A point on secp256k1 other than infinity.
package struct PublicKey: Sendable {
  /// The size of the form with both coordinates.
  package static let uncompressedByteCount = 65
  /// The size of the form with x and the parity of y.
  package static let compressedByteCount = 33

  let point: secp256k1_pubkey

  init(_ point: secp256k1_pubkey) {
    self.point = point
  }

  /// Reads 33 bytes that start with 02 or 03, or 65 bytes that start with 04.
  ///
  /// - Throws: `Secp256k1Error.notAPublicKey`.
  /// - SeeAlso: SEC 1, section 2.3.4.
  package init(bytes: [UInt8]) throws(Secp256k1Error) {
    // The library also accepts 06 and 07, a hybrid form that is not used.
    guard let first = bytes.first, first <= 4 else { throw .notAPublicKey }
    var point = secp256k1_pubkey()
    guard
      secp256k1_ec_pubkey_parse(Secp256k1.context.pointer, &point, bytes, bytes.count) == 1
    else { throw .notAPublicKey }
    self.point = point
  }

  /// The 33 bytes: 02 or 03 for the parity of y, then x.
  package var compressed: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.compressedByteCount) { buffer, count in
      count = Self.compressedByteCount
      serialize(to: buffer.baseAddress, byteCount: count, csecp256k1_compressed)
    }
  }

  /// The 65 bytes: 04, x, y.
  package var uncompressed: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.uncompressedByteCount) { buffer, count in
      count = Self.uncompressedByteCount
      serialize(to: buffer.baseAddress, byteCount: count, csecp256k1_uncompressed)
    }
  }

  /// The address of the key's account: the last 20 bytes of the hash of x and y.
  ///
  /// - SeeAlso: Ethereum Yellow Paper, appendix F.
  package var address: Address {
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: Self.uncompressedByteCount
    ) { buffer in
      serialize(
        to: buffer.baseAddress, byteCount: Self.uncompressedByteCount, csecp256k1_uncompressed)
      let coordinates = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[1...]))
      return Address(lastBytesOf: Keccak256.hash(coordinates))
    }
  }

  /// Returns the key plus the point of a tweak, as BIP-32 derives public keys.
  ///
  /// - Throws: `Secp256k1Error.sumOutOfRange`.
  package func adding(tweak: Hash32) throws(Secp256k1Error) -> PublicKey {
    var sum = point
    let isInRange = tweak.withUnsafePointer {
      secp256k1_ec_pubkey_tweak_add(Secp256k1.context.pointer, &sum, $0)
    }
    guard isInRange == 1 else { throw .sumOutOfRange }
    return PublicKey(sum)
  }

  private func serialize(
    to destination: UnsafeMutablePointer<UInt8>?, byteCount: Int, _ form: UInt32
  ) {
    guard let destination else { preconditionFailure("a buffer of bytes has an address") }
    var count = byteCount
    var point = point
    let isWritten = secp256k1_ec_pubkey_serialize(
      Secp256k1.context.pointer, destination, &count, &point, form)
    precondition(isWritten == 1 && count == byteCount, "a point has \(byteCount) bytes")
  }
}

extension PublicKey: Hashable {
  package static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.compressed == right.compressed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(compressed)
  }
}

extension PublicKey: CustomStringConvertible {
  package var description: String { Hex.encode(compressed) }
}
