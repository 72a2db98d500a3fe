import HeadraceInspector
import HeadraceJournal
import HeadraceTerminal

/// A line of an action's details.
struct DetailLine: Hashable, Sendable {
  let text: String
  var role = StyleRole.text

  init(_ text: String, _ role: StyleRole = .text) {
    (self.text, self.role) = (text, role)
  }
}

extension DetailLine {
  /// Returns an action's payload and its changes, from the answer to `action`.
  static func changes(_ answer: JSONValue) -> [DetailLine] {
    var lines = [DetailLine("Carries", .title)]
    if let cut = answer[place: "/cut"]?.integer {
      lines.append(DetailLine("\(cut) bytes that were too large to be recorded", .warning))
    }
    lines += value(answer[place: "/payload"] ?? .null)
    lines.append(DetailLine("Changes", .title))
    guard let changes = answer[place: "/changes"]?.array else {
      return lines + [DetailLine("It was not recorded what it changed.", .warning)]
    }
    if changes.isEmpty { lines.append(DetailLine("nothing", .secondary)) }
    for change in changes {
      lines.append(DetailLine(change[place: "/place"]?.string ?? "", .accent))
      if let from = change[place: "/from"] { lines.append(DetailLine("- \(from)", .failure)) }
      if let to = change[place: "/to"] { lines.append(DetailLine("+ \(to)", .success)) }
    }
    return lines
  }

  /// Returns a value, with a line for each of its parts.
  static func value(_ value: JSONValue) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ value: JSONValue, _ start: String, _ indent: String, _ end: String) {
      func group(_ parts: [(String, JSONValue)], _ open: String, _ close: String) {
        guard !parts.isEmpty else {
          return lines.append(DetailLine("\(start)\(open)\(close)\(end)"))
        }
        lines.append(DetailLine(start + open))
        let inner = indent + "  "
        for (index, (name, part)) in parts.enumerated() {
          add(part, inner + name, inner, index < parts.count - 1 ? "," : "")
        }
        lines.append(DetailLine(indent + close + end))
      }
      switch value {
      case .object(let members):
        group(members.entries.map { ("\(JSONValue.string($0.name)): ", $0.value) }, "{", "}")
      case .array(let elements): group(elements.map { ("", $0) }, "[", "]")
      default: lines.append(DetailLine("\(start)\(value)\(end)"))
      }
    }
    add(value, "", "", "")
    return lines
  }

  /// Returns the causes of an action, from the rows of the action itself and of earlier events.
  static func causes(_ rows: [JSONValue]) -> [DetailLine] {
    var lines = rows.map { row in
      let label = row[place: "/label"]?.string ?? ""
      guard row[place: "/kind"]?.string == JournalEvent.Kind.effectStarted.rawValue else {
        let number = row[place: "/action"]?.integer ?? 0
        return DetailLine("\(number) \(label)", .accent)
      }
      let place = row[place: "/at"]?.string ?? ""
      return DetailLine("  sent by the effect '\(label)' \(place), started by", .secondary)
    }
    lines.append(DetailLine("  sent by the host", .secondary))
    return lines
  }

  /// Returns the effects that an action started and their consequences, from the answer to `tree`.
  static func effects(_ tree: JSONValue) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ node: JSONValue, _ indent: String) {
      for effect in node[place: "/effects"]?.array ?? [] {
        let label = effect[place: "/label"]?.string ?? "effect"
        let how = effect[place: "/how"]?.string ?? ""
        let place = effect[place: "/at"]?.string ?? ""
        lines.append(DetailLine("\(indent)effect '\(label)' \(how) \(place)", .secondary))
      }
      for action in node[place: "/actions"]?.array ?? [] {
        let number = action[place: "/row/action"]?.integer ?? 0
        let label = action[place: "/row/label"]?.string ?? ""
        lines.append(DetailLine("\(indent)\(number) \(label)", .accent))
        add(action, indent + "  ")
      }
    }
    add(tree, "")
    if tree[place: "/more"] != nil { lines.append(DetailLine("… and more", .secondary)) }
    return lines.isEmpty ? [DetailLine("It started no effect.", .secondary)] : lines
  }
}
