/// The text of a difference, without unchanged fields.
///
/// A state may have dozens of fields. If one of them differs, the others are only counted. A field
/// called `id` is kept, because it identifies the value.
struct CollapsedDifference {
  /// A field with all of its lines.
  private enum Node {
    case line(Substring)
    case block(first: Substring, fields: [Node], last: Substring)

    var isChanged: Bool {
      switch self {
      case .line(let line): !line.hasPrefix(" ")
      case .block(_, let fields, _): fields.contains(where: \.isChanged)
      }
    }

    var lastLine: Substring {
      switch self {
      case .line(let line), .block(_, _, let line): line
      }
    }

    /// True if the field is shown although it is unchanged.
    var isKept: Bool {
      guard case .line(let line) = self else { return false }
      let field = line.drop { $0 == " " }
      return field.hasPrefix("id: ") || field.hasPrefix("… (")
    }
  }

  private let lines: [Substring]
  private var next = 0

  private init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Leaves out the unchanged parts in the text of a difference.
  ///
  /// A text that can't be parsed is returned unchanged.
  static func text(of difference: String) -> String {
    // The lines of a long string may look like fields.
    if difference.contains("\"\"\"") { return difference }
    var parser = Self(difference)
    guard let nodes = parser.nodes(), parser.next == parser.lines.count else { return difference }
    var lines: [String] = []
    write(nodes, to: &lines)
    return lines.joined(separator: "\n")
  }

  /// Reads fields up to the end of the enclosing block; returns `nil` if a block has no end.
  private mutating func nodes() -> [Node]? {
    var nodes: [Node] = []
    while next < lines.count {
      let line = lines[next]
      let isUnchanged = line.hasPrefix(" ")
      let field = line.drop { $0 == " " }
      if isUnchanged, field.hasPrefix(")") || field.hasPrefix("]") { return nodes }
      next += 1
      guard isUnchanged, field.hasSuffix("(") || field.hasSuffix("[") else {
        nodes.append(.line(line))
        continue
      }
      guard let fields = self.nodes(), next < lines.count else { return nil }
      nodes.append(.block(first: line, fields: fields, last: lines[next]))
      next += 1
    }
    return nodes
  }

  private static func write(_ nodes: [Node], to lines: inout [String]) {
    // If none of them has changed, they belong to a value that is shown as a whole.
    let mayLeaveOut = nodes.contains(where: \.isChanged)
    var unchanged: [Node] = []
    for node in nodes {
      if mayLeaveOut, !node.isChanged, !node.isKept {
        unchanged.append(node)
        continue
      }
      writeUnchanged(unchanged, to: &lines)
      unchanged = []
      write(node, to: &lines)
    }
    writeUnchanged(unchanged, to: &lines)
  }

  private static func writeUnchanged(_ nodes: [Node], to lines: inout [String]) {
    guard nodes.count > 1, let last = nodes.last else {
      for node in nodes { write(node, to: &lines) }
      return
    }
    let indentation = last.lastLine.prefix { $0 == " " }
    let comma = last.lastLine.hasSuffix(",") ? "," : ""
    lines.append("\(indentation)… (\(nodes.count) unchanged)\(comma)")
  }

  private static func write(_ node: Node, to lines: inout [String]) {
    switch node {
    case .line(let line):
      lines.append(String(line))
    case .block(let first, let fields, let last):
      lines.append(String(first))
      write(fields, to: &lines)
      lines.append(String(last))
    }
  }
}
