/// The reason why nothing was written.
public enum OrderRefusal: Error, Equatable, Sendable {
  /// The text is not the name of a type.
  case typeName(String)
  /// The code of a feature uses the name for something else.
  case takenName(String)
  /// The text is not the name of a case or a property.
  case memberName(String)
  /// The text does not describe a field.
  case field(String)
  /// The summary is empty, too long or longer than one line.
  case summary(String, lengthMax: Int)
  /// Two parts would have the same name.
  case twice(kind: String, String)
  /// A file already exists.
  case fileExists(String)
  /// A type with that name already exists.
  case typeExists(String, path: String)
  /// A screen with that name already exists.
  case screenExists(String, path: String)
  /// Other modules see the screens, but would not see the feature.
  case screensArePublic(String, path: String)
  /// No case can be added to the enum of screens.
  case unreadableScreens(String, path: String)
  /// The file system returned an error.
  case file(path: String, reason: String)
  /// The command line is invalid.
  case usage(String)
  /// The file of orders is invalid.
  case orders(String)
}

extension OrderRefusal: CustomStringConvertible {
  /// The problem and the expected condition.
  public var description: String {
    switch self {
    case .typeName(let text):
      "'\(text)' is no name for a type; expected a capital letter, then letters and digits, at most"
        + " \(TypeName.lengthMax), as in 'Login'"
    case .takenName(let text):
      "a feature's code uses the name '\(text)' for something else; expected another one, as in"
        + " '\(text)Page'"
    case .memberName(let text):
      "'\(text)' is no name for a case or a field; expected a small letter, then letters and"
        + " digits, at most \(TypeName.lengthMax), and no word of Swift's, as in"
        + " 'loginButtonTapped'"
    case .field(let text):
      "'\(text)' describes no field; expected 'name:Type=value' or 'name:Type?', as in"
        + " 'isSaved:Bool=false'"
    case .summary(_, let lengthMax):
      "the summary must be one line of 1 to \(lengthMax) characters"
    case .twice(let kind, let name): "two of the feature's \(kind)s would be called '\(name)'"
    case .fileExists(let path): "\(path) is there already; nothing was written"
    case .typeExists(let name, let path):
      "'\(name)' is declared in \(path) already; nothing was written"
    case .screenExists(let name, let path):
      "'\(name)' is a screen in \(path) already; nothing was written"
    case .unreadableScreens(let name, let path):
      "'enum \(name)' in \(path) has no line 'case …' to add a screen after; nothing was written"
    case .screensArePublic(let name, let path):
      "'enum \(name)' in \(path) is public; expected --public for its screens; nothing was written"
    case .file(let path, let reason): "\(path): \(reason)"
    case .usage(let text), .orders(let text): text
    }
  }
}
