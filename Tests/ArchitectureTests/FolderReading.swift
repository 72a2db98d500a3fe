/// The declarations and names in the files of one module, folder by folder, read without a
/// compiler.
///
/// It knows types and functions at the top level of a file, and the members of extensions of types
/// that another folder or the standard library declares. It does not know the types of members:
/// code that uses a value names the value's type somewhere.
struct FolderReading {
  /// A name that code uses.
  struct Use: Hashable {
    let path: String
    let line: Int
    let name: String
    /// True if it is used as a member, after a period.
    let isMember: Bool
  }

  /// The folders that declare a name at the top level of a file.
  private(set) var declaring: [String: Set<String>] = [:]
  /// The folders that declare a member in an extension of another folder's type, or of one of the
  /// standard library.
  private(set) var extending: [String: Set<String>] = [:]
  private(set) var uses: [Use] = []

  /// The types of the standard library that modules extend.
  ///
  /// A type of another module is not among them: that module may have a member of the same name.
  private static let standardTypes: Set<String> = [
    "Array", "ArraySlice", "AsyncSequence", "AsyncStream", "BinaryInteger", "Bool", "Character",
    "Clock", "Collection", "Comparable", "Dictionary", "Double", "Duration", "Equatable", "Error",
    "Hashable", "Int", "Int16", "Int32", "Int64", "Int8", "KeyPath", "Optional", "Result",
    "Sequence", "Set", "String", "StringProtocol", "Substring", "Task", "UInt", "UInt16", "UInt32",
    "UInt64", "UInt8", "Unicode",
  ]

  /// The members of these types that modules overload; a use is mostly one of the type's own.
  private static let standardMembers: Set<String> = ["append"]

  /// Reads files of one module.
  ///
  /// - Parameter folder: The folder of a file.
  init(_ files: [SourceFile], folder: (SourceFile) -> String) {
    let parts = files.map { (file: $0, folder: folder($0), words: FileWords($0)) }
    var members: [String: Set<String>] = [:]
    for part in parts {
      for name in part.words.declared { declaring[name, default: []].insert(part.folder) }
      for name in part.words.membersAnywhere { members[name, default: []].insert(part.folder) }
    }
    for part in parts {
      for (type, name) in part.words.extensionMembers {
        let isStandard =
          Self.standardTypes.contains(type) && !Self.standardMembers.contains(name)
        let owners = declaring[type] ?? (isStandard ? [] : [part.folder])
        if !owners.contains(part.folder) { extending[name] = members[name] }
      }
      uses += part.words.uses.map {
        Use(path: part.file.path, line: $0.line, name: $0.name, isMember: $0.isMember)
      }
    }
  }

  /// Returns the folders that declare a used name; empty if no folder of the module does.
  func folders(of use: Use) -> Set<String> {
    (use.isMember ? extending[use.name] : declaring[use.name]) ?? []
  }
}

/// The words of one file: its declarations and the names that it uses.
private struct FileWords {
  private(set) var declared: Set<String> = []
  /// The members that extensions at the top level of the file declare, with the extended types.
  private(set) var extensionMembers: [(type: String, name: String)] = []
  /// All members, of types and of extensions.
  private(set) var membersAnywhere: Set<String> = []
  private(set) var uses: Set<FoundUse> = []

  struct FoundUse: Hashable {
    let name: String
    let line: Int
    let isMember: Bool
  }

  private struct Token {
    let text: Substring
    let line: Int

    var isWord: Bool { text.utf8.first.map { isWordByte($0) } ?? false }
  }

  private static let types: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
  ]
  /// The keywords before a value.
  private static let introducers: Set<Substring> = [
    "case", "return", "in", "is", "try", "await", "throw", "where", "else", "default",
  ]
  private static let values: Set<Substring> = ["func", "let", "var", "macro", "case"]

  init(_ file: SourceFile) {
    let tokens = Self.tokens(of: file)
    var depth = 0
    var extended: Substring?
    var nested: Set<Substring> = []
    var found: [(use: FoundUse, text: Substring)] = []
    for (index, token) in tokens.enumerated() {
      if token.text == "{" { depth += 1 }
      if token.text == "}" {
        depth -= 1
        if depth == 0 { extended = nil }
      }
      let before = index > 0 ? tokens[index - 1].text : ""
      // 'extension [Int]' extends arrays, or dictionaries.
      if before == "extension", depth == 0, token.text == "[" { extended = "Array" }
      guard token.isWord else { continue }
      let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
      if before == "extension", depth == 0 { extended = token.text }
      let isType = Self.types.contains(before) && !Self.values.contains(token.text)
      if isType || Self.values.contains(before) {
        if Self.isPrivate(tokens, before: index) {
          if isType { nested.insert(token.text) }
        } else if depth == 0 {
          if before != "case" { declared.insert(String(token.text)) }
        } else {
          if isType { nested.insert(token.text) }
          membersAnywhere.insert(String(token.text))
          if depth == 1, let extended {
            extensionMembers.append((String(extended), String(token.text)))
          }
        }
        continue
      }
      let isMember = before == "." && Self.endsValue(index > 1 ? tokens[index - 2].text : "")
      guard before != "." || isMember else { continue }
      let isCall = after == "(" || after == "<"
      let isTypeName = token.text.drop { $0 == "_" }.first?.isUppercase == true
      guard isMember || isTypeName || isCall else { continue }
      let use = FoundUse(name: String(token.text), line: token.line, isMember: isMember)
      found.append((use, token.text))
    }
    // A nested type hides one of the same name at the top level of another file.
    for (use, text) in found where use.isMember || !nested.contains(text) { uses.insert(use) }
  }

  /// Returns true if a value can end with a word: then a member follows its period, and not a case
  /// whose type is left out.
  private static func endsValue(_ text: Substring) -> Bool {
    if let byte = text.utf8.first, isWordByte(byte) { return !introducers.contains(text) }
    return [")", "]", "}", "?", "!", ">", "\""].contains(text)
  }

  /// Returns true if the declaration at a token is private to its file: modifiers are on its line.
  private static func isPrivate(_ tokens: [Token], before index: Int) -> Bool {
    let line = tokens[index].line
    var index = index - 1
    while index >= 0, tokens[index].line == line {
      if ["private", "fileprivate"].contains(tokens[index].text) {
        // 'private(set)' hides only the setter.
        if tokens[index + 1].text != "(" { return true }
      }
      index -= 1
    }
    return false
  }

  private static func tokens(of file: SourceFile) -> [Token] {
    var tokens: [Token] = []
    for (index, line) in file.code.enumerated() {
      var start: Substring.Index?
      let bytes = line.utf8
      for position in bytes.indices {
        if isWordByte(bytes[position]) {
          if start == nil { start = position }
          continue
        }
        if let first = start { tokens.append(Token(text: line[first..<position], line: index + 1)) }
        start = nil
        switch bytes[position] {
        case UInt8(ascii: " "), UInt8(ascii: "`"): break
        default:
          guard bytes[position] < 0x80 else { break }
          let end = bytes.index(after: position)
          tokens.append(Token(text: line[position..<end], line: index + 1))
        }
      }
      if let first = start { tokens.append(Token(text: line[first...], line: index + 1)) }
    }
    return tokens
  }
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
