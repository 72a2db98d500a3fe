import EthereumCrypto
import EthereumPrimitives

/// Converts values to and from the journal's text; each value has one form, and any other text
/// gives nil.
enum JournalText {
  static func text(_ hash: Hash32) -> String { hash.hex }

  static func text(_ address: Address) -> String { address.hex }

  static func text(_ amount: Wei) -> String { Hex.encode(quantity: amount.quantity) }

  static func text(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }

  static func hash(_ text: String) -> Hash32? {
    reading(text, writing: JournalText.text) { text throws(HexError) in try Hash32(hex: text) }
  }

  static func address(_ text: String) -> Address? {
    reading(text, writing: JournalText.text) { text throws(HexError) in try Address(hex: text) }
  }

  static func wei(_ text: String) -> Wei? {
    reading(text, writing: JournalText.text) { text throws(HexError) in
      Wei(try Hex.decodeUInt256(text))
    }
  }

  static func bytes(_ text: String) -> [UInt8]? {
    reading(text, writing: JournalText.text) { text throws(HexError) in try Hex.decode(text) }
  }

  /// Returns the hash of a signed transaction.
  static func transactionHash(_ rawTransaction: [UInt8]) -> Hash32 {
    Keccak256.hash(rawTransaction)
  }

  /// Returns the checksum of an older wallet's line.
  static func check(of line: [UInt8]) -> String {
    Hex.encode(Keccak256.hash(line).bytes.prefix(8))
  }

  /// Reads a text that must be in the one form that the wallet writes.
  private static func reading<Value>(
    _ text: String, writing: (Value) -> String, _ read: (String) throws(HexError) -> Value
  ) -> Value? {
    do throws(HexError) {
      let value = try read(text)
      return writing(value) == text ? value : nil
    } catch {
      // The caller does not distinguish unreadable lines.
      return nil
    }
  }
}
