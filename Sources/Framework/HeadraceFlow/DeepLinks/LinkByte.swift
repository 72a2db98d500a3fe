/// The bytes with a meaning in a URL.
extension UInt8 {
  static var hash: UInt8 { UInt8(ascii: "#") }
  static var percent: UInt8 { UInt8(ascii: "%") }
  static var ampersand: UInt8 { UInt8(ascii: "&") }
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var colon: UInt8 { UInt8(ascii: ":") }
  static var equals: UInt8 { UInt8(ascii: "=") }
  static var question: UInt8 { UInt8(ascii: "?") }

  /// True if it is an ASCII control character.
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// True if it is an ASCII letter or digit.
  private var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// True if a path or a query can contain it unencoded.
  ///
  /// - SeeAlso: RFC 3986, sections 3.3 and 3.4.
  var canStandInURL: Bool {
    isLetterOrDigit || "-._~!$&'()*+,;=:@/?%".utf8.contains(self)
  }

  /// True if it is written unencoded.
  ///
  /// The standard allows more characters, but some programs change the others when they pass on a
  /// URL.
  ///
  /// - SeeAlso: RFC 3986, section 2.3.
  var needsNoEncoding: Bool {
    isLetterOrDigit || "-._~:@".utf8.contains(self)
  }

  /// The value of a hexadecimal digit.
  var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns the digit for a value from 0 to 15, in upper case, as RFC 3986 recommends.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// The byte with an ASCII letter in lower case; any other byte unchanged.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }
}
