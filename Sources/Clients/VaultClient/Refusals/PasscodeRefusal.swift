/// Why a passcode was not taken. The handles of a refused `setPasscode` are spent.
package enum PasscodeRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// A handle was spent, wiped, or never given.
  case secretGone

  /// A passphrase needs at least this many characters.
  case tooShort(minimum: Int)

  /// A passphrase has at most this many bytes.
  case tooLong(maximumByteCount: Int)

  /// A PIN has exactly this many digits.
  case notDigits(count: Int)

  /// A control character, such as a line end, or bytes that aren't UTF-8.
  case notText

  /// The two were not the same.
  case mismatch
}
