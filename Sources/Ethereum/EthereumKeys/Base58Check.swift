import EthereumCrypto
import EthereumPrimitives

/// Base 58 with a checksum, as Bitcoin writes keys; its input and output may be secret.
///
/// - SeeAlso: Bitcoin's `src/base58.h`: "Why base-58 instead of standard base-64 encoding?".
enum Base58Check {
  static let checksumByteCount = 4

  /// Encodes bytes and their checksum, in ASCII.
  static func encode(_ payload: borrowing SecretBytes) -> SecretBytes {
    var bytes = SecretBytes(count: payload.count + checksumByteCount)
    let checksum = payload.withUnsafeBytes { Self.checksum(of: $0) }
    let payloadByteCount = payload.count
    bytes.withUnsafeMutableBytes { bytes in
      payload.withUnsafeBytes { bytes.copyMemory(from: $0) }
      bytes[payloadByteCount...].copyBytes(from: checksum)
    }
    // A byte takes 1.37 digits; each leading zero byte takes one digit.
    let zeroCount = bytes.withUnsafeBytes { $0.prefix { $0 == 0 }.count }
    var digits = SecretBytes(count: bytes.count * 138 / 100 + 1)
    let digitCount = bytes.withUnsafeBytes { bytes in
      digits.withUnsafeMutableBytes { convert(bytes, fromBase: 256, into: $0, base: 58) }
    }
    var text = SecretBytes(count: zeroCount + digitCount)
    text.withUnsafeMutableBytes { text in
      digits.withUnsafeBytes { digits in
        for index in 0..<zeroCount { text[index] = alphabet[0] }
        for index in 0..<digitCount {
          text[zeroCount + index] = alphabet[Int(digits[digits.count - digitCount + index])]
        }
      }
    }
    return text
  }

  /// Decodes bytes and checks their checksum.
  static func decode(
    _ text: borrowing SecretBytes, payloadByteCount: Int
  ) throws(HDKeyError) -> SecretBytes {
    // The time of the conversion grows with the square of the length; no text of that size is
    // longer than this.
    let byteCount = payloadByteCount + checksumByteCount
    guard text.count <= 2 * byteCount else { throw .wrongByteCount }
    var values = SecretBytes(count: text.count)
    try text.withUnsafeBytes { (text) throws(HDKeyError) in
      for (index, character) in text.enumerated() {
        guard let value = alphabet.firstIndex(of: character) else {
          throw .notBase58(position: index + 1)
        }
        values.withUnsafeMutableBytes { $0[index] = UInt8(value) }
      }
    }
    let zeroCount = values.withUnsafeBytes { $0.prefix { $0 == 0 }.count }
    var bytes = SecretBytes(count: text.count)
    let count = values.withUnsafeBytes { values in
      bytes.withUnsafeMutableBytes { convert(values, fromBase: 58, into: $0, base: 256) }
    }
    guard zeroCount + count == byteCount else { throw .wrongByteCount }
    return try bytes.withUnsafeBytes { (bytes) throws(HDKeyError) in
      let all = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - byteCount)...])
      let payload = UnsafeRawBufferPointer(rebasing: all[..<payloadByteCount])
      guard checksum(of: payload).elementsEqual(all[payloadByteCount...]) else {
        throw .wrongChecksum
      }
      return SecretBytes(copying: payload)
    }
  }

  private static func checksum(of payload: UnsafeRawBufferPointer) -> [UInt8] {
    let hash = Digest.sha256(Digest.sha256(payload).bytes)
    return Array(hash.bytes.prefix(checksumByteCount))
  }

  /// Writes a number's digits in another base at the end of a buffer of zeros.
  ///
  /// - Returns: The number of digits without leading zeros.
  private static func convert(
    _ digits: UnsafeRawBufferPointer, fromBase: Int, into target: UnsafeMutableRawBufferPointer,
    base: Int
  ) -> Int {
    var count = 0
    for digit in digits {
      var carry = Int(digit)
      var index = 0
      while index < count || carry != 0 {
        let place = target.count - 1 - index
        carry += fromBase * Int(target[place])
        target[place] = UInt8(carry % base)
        carry /= base
        index += 1
      }
      count = max(count, index)
    }
    return count
  }

  private static let alphabet = Array(
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
}
