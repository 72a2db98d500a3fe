/// The look of a cell: its colours and the emphasis of its text.
public struct Style: Hashable, Sendable {
  /// Emphasis that needs no colour.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits of the traits.
    public let rawValue: UInt8

    /// Creates traits from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bolder or brighter than other text.
    public static let bold = Traits(rawValue: 1)
    /// Less bright than other text.
    public static let dim = Traits(rawValue: 2)
    /// Italic; some terminals show it reversed.
    public static let italic = Traits(rawValue: 4)
    /// Underlined.
    public static let underline = Traits(rawValue: 8)
    /// With foreground and background exchanged.
    public static let reverse = Traits(rawValue: 16)
  }

  /// The colour of the text.
  public var foreground: Color
  /// The colour behind the text.
  public var background: Color
  /// The emphasis of the text.
  public var traits: Traits

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - foreground: The colour of the text.
  ///   - background: The colour behind the text.
  ///   - traits: The emphasis of the text.
  public init(
    _ foreground: Color = .terminal, on background: Color = .terminal, _ traits: Traits = []
  ) {
    self.foreground = foreground
    self.background = background
    self.traits = traits
  }

  /// The terminal's default style.
  public static let plain = Style()

  /// Returns the style with additional traits.
  public func adding(_ traits: Traits) -> Style {
    var style = self
    style.traits.formUnion(traits)
    return style
  }

  /// Returns the style as a terminal with a given depth can show it.
  public func reduced(to depth: ColorDepth) -> Style {
    Style(foreground.reduced(to: depth), on: background.reduced(to: depth), traits)
  }

  /// Appends the sequence that selects the style, regardless of the current one.
  ///
  /// - SeeAlso: ECMA-48, section 8.3.117.
  func appendSequence(to bytes: inout [UInt8]) {
    bytes += Array("0;".utf8)
    for (trait, number) in [
      (Traits.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
    ] as [(Traits, UInt32)] where traits.contains(trait) {
      bytes.append(decimal: number, before: .semicolon)
    }
    if foreground != .terminal { foreground.appendParameters(isBackground: false, to: &bytes) }
    if background != .terminal { background.appendParameters(isBackground: true, to: &bytes) }
    bytes[bytes.count - 1] = UInt8(ascii: "m")
  }
}
