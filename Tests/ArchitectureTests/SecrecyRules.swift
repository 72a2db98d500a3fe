/// Secrets are never in the state or the actions of a feature.
enum SecrecyRules {
  private static var secretTypes: Regex<Substring> {
    /\b(?:Mnemonic|PrivateKey|SecretBytes|HDKey|Passcode)\b/
  }

  private static var secretText: Regex<Substring> {
    #/
    (?i)
    \b\w*(?:passcode|passphrase|password|mnemonic|phrase|secret|privatekey)\w*
    \s*(?::\s*\[? | \()\s*(?:\w+:\s*)?
    (?:String|Substring|\[UInt8\]|Data)\b
    /#
  }

  /// Finds members that `State` and `Action` of a feature must not have.
  static func violations(in file: SourceFile) -> [Violation] {
    let (secretTypes, secretText) = (Self.secretTypes, Self.secretText)
    return stateAndActionLines(of: file).flatMap { line -> [Violation] in
      let code = file.code[line - 1]
      if let match = code.firstMatch(of: secretTypes) {
        return [file.violation(line, message("'\(match.0)'"))]
      }
      if code.contains(secretText) { return [file.violation(line, message("a secret as text"))] }
      return []
    }
  }

  private static func message(_ what: String) -> String {
    "A state or an action holds \(what): it would reach logs, the journal and test failures. Hold "
      + "a handle ('SecretHandle', 'AccountID', 'Authorization'); the vault holds the secret."
  }

  /// Returns the lines between the braces of every `State` and `Action`, and of enums in them.
  private static func stateAndActionLines(of file: SourceFile) -> [Int] {
    let beginning = /\b(?:struct|enum)\s+(?:State|Action|View|Inner|Delegate)\b/
    var lines: [Int] = []
    var depth = 0
    var open: [(depth: Int, isEntered: Bool)] = []
    for (index, code) in file.code.enumerated() {
      let isType = code.has("struct") || code.has("enum")
      if isType, code.contains(beginning) {
        open.append((depth, false))
      }
      if !open.isEmpty { lines.append(index + 1) }
      for character in code.utf8 {
        if character == UInt8(ascii: "{") {
          depth += 1
          if let last = open.indices.last { open[last].isEntered = true }
        } else if character == UInt8(ascii: "}") {
          depth -= 1
          while let last = open.last, last.isEntered, depth <= last.depth { open.removeLast() }
        }
      }
    }
    return lines
  }
}
