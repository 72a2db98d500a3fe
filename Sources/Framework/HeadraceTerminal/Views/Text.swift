/// A text of one or more lines.
///
/// ```swift
/// Text("0.5 ETH", .title)
/// Text(address, cut: .middle)
/// Text(warning, .warning, alignment: .center)
/// ```
public struct Text: View {
  private let text: String
  private let role: StyleRole
  private let alignment: Alignment
  private let cut: TextCut?

  /// Creates a text that wraps to the next line if a line is too short.
  ///
  /// - Parameters:
  ///   - text: The text. Characters that would control the terminal are shown as signs.
  ///   - role: How it looks, by the theme.
  ///   - alignment: Where its lines lie in a place that is wider.
  public init(_ text: String, _ role: StyleRole = .text, alignment: Alignment = .leading) {
    self.text = text
    self.role = role
    self.alignment = alignment
    cut = nil
  }

  /// Creates a text of one line, which is cut if the place is too narrow.
  ///
  /// - Parameters:
  ///   - text: The text. Line breaks are shown as signs.
  ///   - role: How it looks, by the theme.
  ///   - alignment: Where it lies in a place that is wider.
  ///   - cut: Where it is cut.
  public init(
    _ text: String, _ role: StyleRole = .text, alignment: Alignment = .leading, cut: TextCut
  ) {
    self.text = text
    self.role = role
    self.alignment = alignment
    self.cut = cut
  }

  /// As many as its longest line has.
  public func columns(within limit: Int) -> Int {
    if cut != nil { return min(limit, CellText.columns(of: text)) }
    return lines(within: limit).reduce(0) { max($0, CellText.columns(of: $1)) }
  }

  /// As many as it has lines then.
  public func rows(within columns: Int) -> Int {
    lines(within: columns).count
  }

  /// Draws the lines that fit.
  public func draw(on canvas: inout Canvas) {
    let width = canvas.size.columns
    for (row, line) in lines(within: width).prefix(canvas.size.rows).enumerated() {
      let left = width - (alignment == .leading ? width : CellText.columns(of: line))
      canvas.write(line, role, column: alignment.part(of: left), row: row)
    }
  }

  private func lines(within columns: Int) -> [String] {
    guard let cut else { return CellText.lines(of: text, within: columns) }
    return [CellText.truncated(text, to: columns, cut)]
  }
}

/// Where something is in a larger place.
public enum Alignment: Sendable {
  /// At the left, or at the top.
  case leading
  /// In the middle.
  case center
  /// At the right, or at the bottom.
  case trailing

  func part(of left: Int) -> Int {
    switch self {
    case .leading: 0
    case .center: max(0, left) / 2
    case .trailing: max(0, left)
    }
  }
}
