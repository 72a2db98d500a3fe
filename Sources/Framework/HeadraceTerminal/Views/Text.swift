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

  /// Creates a text that wraps onto more lines if its area is too narrow.
  ///
  /// - Parameters:
  ///   - text: The text. Characters that would control the terminal are shown as signs.
  ///   - role: The role of the text, which selects its style.
  ///   - alignment: The alignment of the lines in a wider area.
  public init(_ text: String, _ role: StyleRole = .text, alignment: Alignment = .leading) {
    self.text = text
    self.role = role
    self.alignment = alignment
    cut = nil
  }

  /// Creates a text of one line, which is truncated if its area is too narrow.
  ///
  /// - Parameters:
  ///   - text: The text. Line breaks are shown as signs.
  ///   - role: The role of the text, which selects its style.
  ///   - alignment: The alignment of the line in a wider area.
  ///   - cut: The position of the cut.
  public init(
    _ text: String, _ role: StyleRole = .text, alignment: Alignment = .leading, cut: TextCut
  ) {
    self.text = text
    self.role = role
    self.alignment = alignment
    self.cut = cut
  }

  /// Returns the width of the longest line.
  public func columns(within limit: Int) -> Int {
    if cut != nil { return min(limit, CellText.columns(of: text)) }
    return lines(within: limit).reduce(0) { max($0, CellText.columns(of: $1)) }
  }

  /// Returns the number of lines.
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

/// The alignment of something in a larger area.
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
