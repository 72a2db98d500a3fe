/// The members of classes that trap until a subclass overrides them, read without a compiler.
///
/// Swift has no abstract methods. With a protocol the compiler would check the overrides. If that
/// costs time or memory, a class has a member that traps, and this type checks its overrides.
struct AbstractMethods {
  /// A member that traps.
  struct Member: Hashable {
    let owner: String
    let name: String
    let path: String
    let line: Int
  }

  private struct Class {
    let superclass: String?
    let path: String
    let line: Int
    var overrides: Set<String> = []
  }

  private(set) var members: [Member] = []
  private var classes: [String: Class] = [:]

  init(_ files: [SourceFile]) {
    for file in files { read(file) }
  }

  private mutating func read(_ file: SourceFile) {
    // A class at the top level of a file; its closing brace is at the margin.
    let beginning = /^[a-z ()]*\bclass (\w+)(?:<[^{>]*>)?(?:: ([\w.]+))?/
    let overriding = /\boverride\b.*\b(?:func|var) (\w+)/
    let trap = /preconditionFailure\("'(\w+)[^']*' is for '\\\(Self\.self\)' to override\."\)/
    guard file.codeHas("class ") else { return }
    var current: String?
    for (index, code) in file.code.enumerated() {
      // A search for a word is much faster than a pattern.
      if code.has("class "), let match = code.firstMatch(of: beginning) {
        let name = String(match.1)
        current = name
        classes[name] = Class(
          superclass: match.2.map(String.init), path: file.path, line: index + 1)
      } else if code.hasPrefix("}") {
        current = nil
      }
      guard let current else { continue }
      if code.has("override"), let match = code.firstMatch(of: overriding) {
        classes[current]?.overrides.insert(String(match.1))
      }
      let line = file.lines[index]
      if line.has("preconditionFailure"), let match = line.firstMatch(of: trap) {
        members.append(
          Member(owner: current, name: String(match.1), path: file.path, line: index + 1))
      }
    }
  }

  /// The classes below a member's class that neither override it nor have a superclass that does.
  ///
  /// - Parameter others: Classes whose member is never called; nor is that of their subclasses.
  func violations(except others: Set<String> = []) -> [Violation] {
    members.flatMap { member in
      let below = classes.keys.filter { $0 != member.owner && chain(of: $0).contains(member.owner) }
      if below.isEmpty {
        return [
          Violation(
            path: member.path, line: member.line,
            message: "'\(member.name)' traps, and no class overrides it.")
        ]
      }
      return below.sorted().compactMap { name -> Violation? in
        let chain = chain(of: name).prefix { $0 != member.owner }
        let isCovered = chain.contains { link in
          others.contains(link) || classes[link]?.overrides.contains(member.name) == true
        }
        guard !isCovered, let found = classes[name] else { return nil }
        return Violation(
          path: found.path, line: found.line,
          message: "'\(name)' must override '\(member.name)' of '\(member.owner)', which traps.")
      }
    }
  }

  /// Returns a class and its superclasses, as far as they are known.
  private func chain(of name: String) -> [String] {
    var chain = [name]
    while let next = chain.last.flatMap({ classes[$0]?.superclass }), !chain.contains(next) {
      chain.append(next)
    }
    return chain
  }
}
