/// The colour of a cell: the terminal's default, one from its palette, or one of 2²⁴.
public struct Color: Hashable, Sendable {
  /// The kind of the colour, kept in the upper byte; the other bytes are its number.
  private enum Kind: UInt32 {
    case terminal = 0
    case palette = 1
    case rgb = 2
  }

  private let code: UInt32

  private init(_ kind: Kind, _ number: UInt32) {
    code = kind.rawValue << 24 | number
  }

  /// The terminal's default colour for text or for the background.
  public static let terminal = Color(.terminal, 0)

  /// Returns a colour of the terminal's palette of 256.
  ///
  /// 0 to 15 are defined by the terminal's user, 16 to 231 are a cube of 6 × 6 × 6, and 232 to 255
  /// are greys.
  public static func palette(_ number: UInt8) -> Color { Color(.palette, UInt32(number)) }

  /// Returns a colour with the given red, green and blue components, each from 0 to 255.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(.rgb, UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// Black, as defined by the terminal's user.
  public static let black = palette(0)
  /// Red, as defined by the terminal's user.
  public static let red = palette(1)
  /// Green, as defined by the terminal's user.
  public static let green = palette(2)
  /// Yellow, as defined by the terminal's user.
  public static let yellow = palette(3)
  /// Blue, as defined by the terminal's user.
  public static let blue = palette(4)
  /// Magenta, as defined by the terminal's user.
  public static let magenta = palette(5)
  /// Cyan, as defined by the terminal's user.
  public static let cyan = palette(6)
  /// White, as defined by the terminal's user.
  public static let white = palette(7)
  /// Grey, as defined by the terminal's user.
  public static let gray = palette(8)

  private var kind: Kind { Kind(rawValue: code >> 24) ?? .terminal }
  private var number: UInt32 { code & 0xFF_FFFF }

  /// The red, green and blue components, each from 0 to 255; `nil` if the terminal defines them.
  public var parts: (red: Int, green: Int, blue: Int)? {
    switch kind {
    case .rgb: (Int(number >> 16), Int(number >> 8 & 0xFF), Int(number & 0xFF))
    case .palette where number >= 232:
      (Int(number - 232) * 10 + 8, Int(number - 232) * 10 + 8, Int(number - 232) * 10 + 8)
    case .palette where number >= 16:
      (Self.level(number - 16, 36), Self.level(number - 16, 6), Self.level(number - 16, 1))
    case .palette, .terminal: nil
    }
  }

  /// Returns the brightness of one component of a colour of the cube.
  private static func level(_ number: UInt32, _ place: UInt32) -> Int {
    let step = Int(number / place % 6)
    return step == 0 ? 0 : 55 + 40 * step
  }
}

/// The number of colours that a terminal can show.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No colours, as with `NO_COLOR`; text can still be bold, dim, underlined or reversed.
  case none
  /// The sixteen colours that the terminal's user defines.
  case sixteen
  /// A palette of 256 colours.
  case palette
  /// All 2²⁴ colours.
  case full

  /// Returns `true` if the first depth has fewer colours than the second.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

// MARK: - Fewer Colours

extension Color {
  /// Returns the nearest colour that a terminal with a given depth can show.
  ///
  /// - Returns: ``terminal`` if the terminal shows no colours.
  public func reduced(to depth: ColorDepth) -> Color {
    guard depth != .none else { return .terminal }
    switch kind {
    case .terminal: return self
    case .rgb where depth == .full: return self
    case .palette where depth >= .palette || number < 16: return self
    case .rgb, .palette:
      guard let parts else { return self }
      return .palette(depth == .sixteen ? Self.ofSixteen(parts) : Self.ofPalette(parts))
    }
  }

  /// Returns the number of the nearest colour in the cube and the greys.
  private static func ofPalette(_ parts: (red: Int, green: Int, blue: Int)) -> UInt8 {
    func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
    let (red, green, blue) = (step(parts.red), step(parts.green), step(parts.blue))
    let cube = Color.palette(UInt8(16 + 36 * red + 6 * green + blue))
    let mean = (parts.red + parts.green + parts.blue) / 3
    let gray = Color.palette(UInt8(232 + min(23, max(0, (mean - 3) / 10))))
    return UInt8((gray.distance(to: parts) < cube.distance(to: parts) ? gray : cube).number)
  }

  /// Returns the number of the nearest of the sixteen colours, as most terminals define them.
  private static func ofSixteen(_ parts: (red: Int, green: Int, blue: Int)) -> UInt8 {
    let strongest = max(parts.red, parts.green, parts.blue)
    let weakest = min(parts.red, parts.green, parts.blue)
    if strongest - weakest < 32 {
      return strongest < 48 ? 0 : strongest < 144 ? 8 : strongest < 224 ? 7 : 15
    }
    let middle = (strongest + weakest) / 2
    let hue =
      (parts.red > middle ? 1 : 0) | (parts.green > middle ? 2 : 0) | (parts.blue > middle ? 4 : 0)
    return UInt8(hue + (strongest >= 192 ? 8 : 0))
  }

  private func distance(to other: (red: Int, green: Int, blue: Int)) -> Int {
    guard let parts else { return .max }
    let (red, green, blue) = (
      parts.red - other.red, parts.green - other.green, parts.blue - other.blue
    )
    return red * red + green * green + blue * blue
  }
}

// MARK: - Writing

extension Color {
  /// Appends the `CSI m` parameters that select the colour.
  ///
  /// - Parameters:
  ///   - isBackground: Pass `true` to select the background colour.
  ///   - bytes: The parameters so far, each followed by a semicolon.
  /// - SeeAlso: ECMA-48, section 8.3.117; ISO 8613-6 for palettes and parts.
  func appendParameters(isBackground: Bool, to bytes: inout [UInt8]) {
    let base: UInt32 = isBackground ? 40 : 30
    switch kind {
    case .terminal:
      bytes.append(decimal: base + 9)
    case .palette where number < 8:
      bytes.append(decimal: base + number)
    case .palette where number < 16:
      bytes.append(decimal: base + 60 + number - 8)
    case .palette:
      for part in [base + 8, 5, number] { bytes.append(decimal: part, before: .semicolon) }
      return
    case .rgb:
      for part in [base + 8, 2, number >> 16, number >> 8 & 0xFF, number & 0xFF] {
        bytes.append(decimal: part, before: .semicolon)
      }
      return
    }
    bytes.append(.semicolon)
  }
}
