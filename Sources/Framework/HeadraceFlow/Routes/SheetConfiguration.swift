import Headrace

/// The appearance of a sheet; hosts without sheets ignore it.
///
/// ```swift
/// state.routes.presentSheet(.filter(Filter.State()), configuration: .halfAndFull)
/// state.routes.presentSheet(
///   .terms(Terms.State()),
///   configuration: SheetConfiguration(detents: [.height(12)], isDismissible: false))
/// ```
public struct SheetConfiguration: Hashable, Sendable {
  /// The heights at which the sheet rests; it opens at the first one.
  ///
  /// There is at least one, and there are no duplicates.
  public let detents: [SheetDetent]

  /// True if the sheet shows a handle for dragging it.
  public let showDragIndicator: Bool

  /// True if the user can close the sheet without choosing, for example by a swipe.
  ///
  /// It applies only to the host; the coordinator can always dismiss the sheet.
  public let isDismissible: Bool

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - detents: The heights at which the sheet rests; it opens at the first one. An empty list, a
  ///     duplicate height, a fraction that is not above 0 and at most 1, and a height below 1 are
  ///     reported at this line; the sheet is then as high as its content.
  ///   - showDragIndicator: True if the sheet shows a handle for dragging it.
  ///   - isDismissible: True if the user can close the sheet without choosing.
  public init(
    detents: [SheetDetent] = [.large], showDragIndicator: Bool = true, isDismissible: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let flaw = SheetDetent.flaw(in: detents)
    self.detents = flaw == nil ? detents : [.automatic]
    self.showDragIndicator = showDragIndicator
    self.isDismissible = isDismissible
    guard let flaw else { return }
    reportMisuse(
      """
      A sheet was configured with detents that no host can show: \(flaw).

      A sheet has at least one detent, and none twice; a fraction is above 0 and at most 1, a \
      height at least 1. The sheet is as high as its content instead. Change the detents: \
      \(detents).
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension SheetConfiguration {
  /// A sheet that covers the screen.
  public static var `default`: Self { Self() }

  /// A sheet that covers half of the screen.
  public static var half: Self { Self(detents: [.medium]) }

  /// A sheet that opens at half of the screen, and can be dragged to cover it.
  public static var halfAndFull: Self { Self(detents: [.medium, .large]) }

  /// A sheet that is as high as its content.
  public static var automatic: Self { Self(detents: [.automatic]) }
}

/// A height at which a sheet rests.
public enum SheetDetent: Hashable, Sendable {
  /// The height of the content.
  case automatic

  /// A part of the screen, above 0 and at most 1.
  case fraction(Double)

  /// A fixed height, at least 1, in the host's unit: lines of a terminal, points of a screen.
  case height(Int)

  /// Half of the screen.
  public static var medium: Self { .fraction(0.5) }

  /// The whole screen.
  public static var large: Self { .fraction(1) }
}

extension SheetDetent {
  /// Returns the flaw in the detents of a sheet; `nil` if they are valid.
  fileprivate static func flaw(in detents: [Self]) -> String? {
    if detents.isEmpty { return "there is none" }
    if let flawed = detents.first(where: { !$0.isPossible }) { return "\(flawed)" }
    var seen: Set<Self> = []
    return detents.first { !seen.insert($0).inserted }.map { "\($0) twice" }
  }

  private var isPossible: Bool {
    switch self {
    case .automatic: true
    case .fraction(let fraction): fraction > 0 && fraction <= 1
    case .height(let height): height >= 1
    }
  }
}

extension SheetDetent: CustomStringConvertible {
  /// The detent as written in source, such as `fraction(0.5)`.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .fraction(let fraction): "fraction(\(fraction))"
    case .height(let height): "height(\(height))"
    }
  }
}

// MARK: - Encoding

extension SheetConfiguration: Codable {
  private enum CodingKeys: String, CodingKey {
    case detents, showDragIndicator, isDismissible
  }

  /// Decodes a configuration.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for detents that the initialiser would report.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    detents = try values.decode([SheetDetent].self, forKey: .detents)
    showDragIndicator = try values.decode(Bool.self, forKey: .showDragIndicator)
    isDismissible = try values.decode(Bool.self, forKey: .isDismissible)
    guard let flaw = SheetDetent.flaw(in: detents) else { return }
    throw DecodingError.dataCorruptedError(
      forKey: .detents, in: values,
      debugDescription: "The detents of a sheet are none that a host can show: \(flaw).")
  }
}

extension SheetDetent: Codable {
  private enum CodingKeys: String, CodingKey {
    case automatic, fraction, height
  }

  /// Decodes a detent: `{"fraction": 0.5}`, `{"height": 12}` or `{"automatic": true}`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it is not exactly one of these.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if values.allKeys.count > 1 {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A detent is one of 'automatic', a 'fraction' and a 'height'."))
    }
    if let fraction = try values.decodeIfPresent(Double.self, forKey: .fraction) {
      self = .fraction(fraction)
    } else if let height = try values.decodeIfPresent(Int.self, forKey: .height) {
      self = .height(height)
    } else if try values.decodeIfPresent(Bool.self, forKey: .automatic) == true {
      self = .automatic
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A detent is 'automatic', a 'fraction' or a 'height'."))
    }
  }

  /// Encodes the detent under its name.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .automatic: try values.encode(true, forKey: .automatic)
    case .fraction(let fraction): try values.encode(fraction, forKey: .fraction)
    case .height(let height): try values.encode(height, forKey: .height)
    }
  }
}
