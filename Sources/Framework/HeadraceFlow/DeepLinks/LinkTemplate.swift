import Headrace

/// The shape of a pattern: its parts in order, without the types of its values.
struct LinkTemplate: Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case value(name: String)

    var isValue: Bool {
      switch self {
      case .literal: false
      case .value: true
      }
    }
  }

  struct Item: Hashable, Sendable {
    var name: String
    var isRequired: Bool
  }

  var path: [Part] = []
  var items: [Item] = []

  init(literal text: String) {
    path = text.split(separator: "/").map { .literal(String($0)) }
  }

  init(segment name: String) {
    path = [.value(name: name)]
  }

  init(item name: String, isRequired: Bool) {
    items = [Item(name: name, isRequired: isRequired)]
  }

  static func + (first: Self, second: Self) -> Self {
    var both = first
    both.path += second.path
    both.items += second.items
    return both
  }
}

extension LinkTemplate: CustomStringConvertible {
  /// The pattern as shown in errors, such as `products/{id}?variant`.
  var description: String {
    let path = path.map { part in
      switch part {
      case .literal(let text): text
      case .value(let name): "{\(name)}"
      }
    }
    let text = path.joined(separator: "/")
    return items.isEmpty ? text : text + "?" + items.map(\.name).joined(separator: "&")
  }
}

extension LinkTemplate {
  /// Returns the segments that are values; `nil` if the path doesn't match.
  func values(in segments: [String]) -> [String]? {
    guard segments.count == path.count else { return nil }
    var values: [String] = []
    for (part, segment) in zip(path, segments) {
      switch part {
      case .literal(let text):
        guard text.isSameText(as: segment) else { return nil }
      case .value:
        values.append(segment)
      }
    }
    return values
  }

  /// Returns true if this path is tried before another with the same number of segments: a text
  /// comes before a value.
  func isMoreSpecific(than other: Self) -> Bool {
    let isValue = path.map(\.isValue)
    return isValue.lexicographicallyPrecedes(other.path.map(\.isValue)) { !$0 && $1 }
  }

  /// Returns the edit distance between a path and this one.
  ///
  /// A value is close to any segment.
  func distance(to segments: [String]) -> Int {
    let known = path.map { part -> String? in
      guard case .literal(let text) = part else { return nil }
      return text
    }
    return editDistance(
      known, segments.map(Optional.some),
      insertion: { $0.map { Swift.min($0.utf8.count, Self.lengthMax) } ?? 1 },
      replacement: { known, found in
        guard let known, let found else { return known == nil ? 1 : 0 }
        return editDistance(
          Array(known.utf8.prefix(Self.lengthMax)), Array(found.utf8.prefix(Self.lengthMax)))
      })
  }

  /// The maximum number of bytes of a segment that are compared.
  private static var lengthMax: Int { 32 }
}

// MARK: - Reporting

extension LinkTemplate {
  /// Reports a pattern with two items of the same name, which no URL can match.
  func reportRepeatedItem(at site: CallSite) {
    var seen: Set<String> = []
    guard let item = items.first(where: { !seen.insert($0.name).inserted }) else { return }
    reportMisuse(
      """
      A link pattern has the query item '\(item.name)' twice: '\(self)'.

      A URL with two items of one name is refused, so no link that the 'LinkPattern' at \(site) \
      writes can be read. Give each 'Query' a name of its own.
      """, at: site)
  }

  /// Reports a pattern that appears twice in a parser; the second one is almost never used.
  static func reportRepeated(among templates: [Self], at site: CallSite) {
    var seen: Set<String> = []
    guard let twice = templates.first(where: { !seen.insert($0.description).inserted }) else {
      return
    }
    reportMisuse(
      """
      Two links of a parser have one pattern: '\(twice)'.

      The 'DeepLinkParser' at \(site) tries the first one, and errors can't distinguish them. Give \
      one of them a different path. If only the types of the values differ, give the values \
      different names.
      """, at: site)
  }
}

/// Returns the number of bytes to insert, remove or replace to turn one text into the other.
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  editDistance(first, second, insertion: { _ in 1 }, replacement: { $0 == $1 ? 0 : 1 })
}

/// Returns the edit distance between two sequences.
///
/// - Complexity: O(*n* · *m*) in their lengths.
private func editDistance<Element>(
  _ first: [Element], _ second: [Element], insertion: (Element) -> Int,
  replacement: (Element, Element) -> Int
) -> Int {
  var row = [0]
  for element in second { row.append((row.last ?? 0) + insertion(element)) }
  for element in first {
    var next = [row[0] + insertion(element)]
    for (column, other) in second.enumerated() {
      next.append(
        min(
          next[column] + insertion(other), row[column + 1] + insertion(element),
          row[column] + replacement(element, other)))
    }
    row = next
  }
  return row.last ?? 0
}
