/// How a cell looks: its colours, and how its text stands out.
public struct Style: Hashable, Sendable {
  /// How text stands out without a colour.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits of the traits.
    public let rawValue: UInt8

    /// Creates traits from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier, or brighter, than other text.
    public static let bold = Traits(rawValue: 1)
    /// Less bright than other text.
    public static let dim = Traits(rawValue: 2)
    /// Slanted; some terminals show it reversed.
    public static let italic = Traits(rawValue: 4)
    /// With a line below.
    public static let underline = Traits(rawValue: 8)
    /// With both colours exchanged.
    public static let reverse = Traits(rawValue: 16)
  }

  /// The colour of the text.
  public var foreground: Color
  /// The colour behind the text.
  public var background: Color
  /// How the text stands out.
  public var traits: Traits

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - foreground: The colour of the text.
  ///   - background: The colour behind the text.
  ///   - traits: How the text stands out.
  public init(
    _ foreground: Color = .terminal, on background: Color = .terminal, _ traits: Traits = []
  ) {
    self.foreground = foreground
    self.background = background
    self.traits = traits
  }

  /// The terminal's own look.
  public static let plain = Style()

  /// The style with more traits.
  public func adding(_ traits: Traits) -> Style {
    var style = self
    style.traits.formUnion(traits)
    return style
  }

  /// The style as a terminal of a depth can show it.
  public func reduced(to depth: ColorDepth) -> Style {
    Style(foreground.reduced(to: depth), on: background.reduced(to: depth), traits)
  }

  /// Appends the sequence that selects the style, whatever was selected before.
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
