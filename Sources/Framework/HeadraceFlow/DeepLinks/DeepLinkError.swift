/// The reason why a URL can't be opened, or why a stack has no URL.
///
/// No case contains the value of a query item, or of a segment if the path is known, because it may
/// be a secret. Text that does come from the URL, an unknown path and the name of an item, is
/// percent-encoded and cut after 80 bytes, so that it can be shown.
public enum DeepLinkError: Error, Codable, Hashable, Sendable {
  // MARK: - Reading

  /// The URL is longer than ``DeepLinkLimits/byteCountMax``.
  case tooLong(byteCount: Int, max: Int)

  /// The path has more segments than ``DeepLinkLimits/segmentCountMax``.
  case tooManySegments(max: Int)

  /// The query has more items than ``DeepLinkLimits/queryItemCountMax``.
  case tooManyQueryItems(max: Int)

  /// The URL begins with none of the parser's prefixes.
  case otherPrefix(expected: [String])

  /// The text is not a URL that this parser can read, from the given byte on.
  case malformed(DeepLinkMalformation, byteOffset: Int)

  /// An item appears twice in the query.
  case repeatedQueryItem(name: String)

  /// No screen has a link with this path; the nearest pattern is included.
  case unknownPath(String, nearest: String?)

  /// A value is not of its type, or not in its type's canonical form.
  case unreadableValue(name: String, pattern: String)

  /// The query lacks an item that the pattern requires.
  case missingQueryItem(name: String, pattern: String)

  /// The pattern has no query item of this name; the nearest name is included.
  case unknownQueryItem(name: String, pattern: String, nearest: String?)

  /// The values have the right types, but the pattern's `make` returned no screen.
  case refusedValues(pattern: String)

  // MARK: - Building the Path

  /// The path to the screen has more routes than ``DeepLinkLimits/routeCountMax``.
  case tooManyRoutes(max: Int)

  /// The screen is pushed without a navigation view below it.
  case noNavigationView(pattern: String)

  // MARK: - Writing

  /// The screen's case has no link.
  case noLink(screen: String)

  /// A value can't be part of a path: it is empty, `.` or `..`, contains a control character, or
  /// can't be read again, like `nan`.
  case unwritableValue(name: String, pattern: String)

  /// The URL of the top screen leads to another stack.
  case otherWay(pattern: String)
}

/// The defect of a text that should be a URL.
public enum DeepLinkMalformation: Codable, Hashable, Sendable {
  /// A character that must be percent-encoded in a URL, such as a space.
  case character
  /// A `%` without two hexadecimal digits.
  case percentEncoding
  /// Percent-encoded bytes that are not UTF-8.
  case utf8
  /// A percent-encoded control character.
  case controlCharacter
  /// An empty segment, as in `a//b`.
  case emptySegment
  /// A segment `.` or `..`, which other programs resolve before they pass a URL on.
  case dotSegment
  /// A query item without a name.
  case namelessQueryItem
  /// A fragment: a `#` and the text after it.
  case fragment
}

extension DeepLinkError: CustomStringConvertible {
  /// A description of the error, in a sentence or two for the log.
  public var description: String {
    switch self {
    case .tooLong(let byteCount, let max):
      "The link has \(byteCount) bytes; the limit is \(max)."
    case .tooManySegments(let max):
      "The link's path has more than \(max) segments."
    case .tooManyQueryItems(let max):
      "The link's query has more than \(max) items."
    case .otherPrefix(let expected):
      "The link begins with none of the prefixes "
        + "\(expected.map { "'\($0)'" }.joined(separator: ", "))."
    case .malformed(let malformation, let offset):
      "The link is malformed at byte \(offset): \(malformation)."
    case .repeatedQueryItem(let name):
      "The link's query has '\(name)' more than once."
    case .unknownPath(let path, let nearest):
      "No screen has the link '\(path)'." + (nearest.map { " The nearest is '\($0)'." } ?? "")
    case .unreadableValue(let name, let pattern):
      "The value of '\(name)' in a link '\(pattern)' can't be read."
    case .missingQueryItem(let name, let pattern):
      "A link '\(pattern)' needs the query item '\(name)'."
    case .unknownQueryItem(let name, let pattern, let nearest):
      "A link '\(pattern)' has no query item '\(name)'."
        + (nearest.map { " The nearest is '\($0)'." } ?? "")
    case .refusedValues(let pattern):
      "A link '\(pattern)' was refused: its values don't describe a screen."
    case .tooManyRoutes(let max):
      "The stack of the link's screen has more than \(max) routes. Check whether the 'under' "
        + "closures form a cycle."
    case .noNavigationView(let pattern):
      "The screen of '\(pattern)' is pushed, but the route below has no navigation view. Give "
        + "that one 'embedInNavigationView: true', or this one another style."
    case .noLink(let screen):
      "The screen '\(screen)' has no link. Add a 'ScreenLink' for it to the parser."
    case .unwritableValue(let name, let pattern):
      "The value of '\(name)' can't be written in a link '\(pattern)': it is empty, '.' or '..', "
        + "has a control character, or can't be read again."
    case .otherWay(let pattern):
      "A link '\(pattern)' leads to a different stack than this one. To link only to the screen "
        + "on top, use 'url(to:)'."
    }
  }
}

extension DeepLinkMalformation: CustomStringConvertible {
  /// A description of the defect, as the end of a sentence.
  public var description: String {
    switch self {
    case .character: "a URL has this character only in percent-encoding"
    case .percentEncoding: "a '%' is not followed by two hexadecimal digits"
    case .utf8: "percent-encoded bytes are not UTF-8"
    case .controlCharacter: "it encodes a control character"
    case .emptySegment: "a segment is empty"
    case .dotSegment: "a segment is '.' or '..'"
    case .namelessQueryItem: "a query item has no name"
    case .fragment: "it has a fragment"
    }
  }
}
