/// Constructs that are banned outside tests.
struct ConstructRules {
  /// One banned construct.
  struct Ban {
    /// A word that each match of the pattern contains.
    let word: String
    let pattern: Regex<Substring>
    let message: String
    /// True if hosts may use it: they print, and they get the real values of the world.
    var isAllowedInHosts = false
    /// The files that may use the construct, each with the reason.
    var exceptions = Exceptions()
  }

  static var bans: [Ban] {
    [
      Ban(
        word: "try!", pattern: /\btry!/,
        message: "'try!' ends the program on an error. Throw it on, or handle it."),
      Ban(
        word: "as!", pattern: /\bas!/,
        message: "'as!' ends the program on a surprise. Use 'as?', and say what else happens."),
      Ban(
        word: "try?", pattern: /\btry\?/,
        message: "'try?' loses the error. Catch it, and make it a refusal that says why."),
      Ban(
        word: "fatalError", pattern: /\bfatalError\s*\(/,
        message: "A bug is a 'preconditionFailure' that names state and input; a refusal is thrown."
      ),
      Ban(
        word: "catch", pattern: /\bcatch\b[^{]*\{\s*\}/,
        message: "An empty 'catch' loses the error. Handle it, or say in a comment why not."),
      Ban(
        word: "print", pattern: /(?:^|[^.\w])print\s*\(/,
        message: "Only a host prints. Log through swift-log, or return the text.",
        isAllowedInHosts: true,
        exceptions: Exceptions([
          "Sources/Framework/HeadraceTesting/TestStore/TestStore+Reporting.swift":
            "XCTest of Linux has no warnings; a note is printed"
        ])),
      Ban(
        word: "sleep", pattern: /\bTask\s*(?:<[^>]*>)?\.sleep\b/,
        message: "Time is injected: sleep on '@Dependency(\\.continuousClock)' or on a clock given."
      ),
      Ban(
        word: "Date", pattern: /(?:^|[^.\w])Date\s*\(\s*\)/,
        message: "Time is injected: use '@Dependency(\\.date)'.", isAllowedInHosts: true,
        exceptions: Exceptions([
          "Sources/Framework/Headrace/Dependencies/Values/FoundationValues.swift": "its live value",
          "Sources/Clients/ActivityClientLive/ActivityJournal.swift": "the live value of its time",
          "Sources/Clients/DevChain/DevChain.swift": "the live value of its time",
          "Sources/Clients/VaultClientLive/Memory/VaultTime+Live.swift": "its live value",
        ])),
      Ban(
        word: "UUID", pattern: /(?:^|[^.\w])UUID\s*\(\s*\)/,
        message: "Identity is injected: use '@Dependency(\\.uuid)'.", isAllowedInHosts: true,
        exceptions: Exceptions([
          "Sources/Framework/Headrace/Dependencies/Values/FoundationValues.swift": "its live value"
        ])),
    ]
  }

  static func violations(of ban: Ban, in file: SourceFile) -> [Violation] {
    if ban.isAllowedInHosts, file.path.hasPrefix("Examples/") { return [] }
    return file.linesOfCode(matching: ban.pattern, having: ban.word).map {
      file.violation($0, ban.message)
    }
  }

  /// Promises to the compiler need a proof: a comment within eight lines above or four below.
  static func unprovenPromises(_ file: SourceFile) -> [Violation] {
    let proof = /\/\/.*(?:[Uu]nchecked|[Uu]nsafe|[Ss]afe)/
    let lines = file.linesOfCode(
      matching: /@unchecked\s+Sendable|nonisolated\(unsafe\)/, having: "@unchecked", "(unsafe)")
    return lines.compactMap { line in
      let near = max(0, line - 9)..<min(file.lines.count, line + 4)
      let isProven = near.contains { file.lines[$0].contains(proof) }
      guard !isProven else { return nil }
      return file.violation(
        line,
        "This promise to the compiler has no proof. Add a comment 'Unchecked: …' that says why it "
          + "is safe.")
    }
  }

  /// A type or an extension of the framework with unsafe constructs states why they are safe, in it
  /// or above it.
  static func unprovenConstructs(_ file: SourceFile) -> [Violation] {
    // Made once for each file: making one takes longer than matching a line.
    //
    // The constructs that the compiler does not check: memory, lifetimes, types and accesses.
    let construct =
      /[Uu]nsafe[A-Z]|unsafely|Unmanaged|\(unsafe\)|@unchecked|\(unchecked\)|MemoryBound|MemoryRebound/
    let proof = /\/\/.*(?:Unchecked:|Unmanaged:|\b[Ss]afe\b)/
    let words = ["nsafe", "Unmanaged", "unchecked", "MemoryBound", "MemoryRebound"]
      .filter(file.codeHas)
    guard !words.isEmpty else { return [] }
    return declarations(of: file).compactMap { declaration in
      let line = declaration.first { line in
        words.contains { file.code[line].has($0) } && file.code[line].contains(construct)
      }
      guard let line, !declaration.contains(where: { file.lines[$0].contains(proof) }) else {
        return nil
      }
      return file.violation(
        line + 1,
        "This declaration uses what the compiler does not check, without a proof. Add a comment "
          + "'Safe: …', 'Unmanaged: …' or 'Unchecked: …' that says why it is safe.")
    }
  }

  /// Returns the lines of each type and extension of a file, with the comments above it.
  private static func declarations(of file: SourceFile) -> [Range<Int>] {
    var start = 0
    let ends = file.code.indices.filter { file.code[$0].hasPrefix("}") }.map { $0 + 1 }
    return (ends + [file.lines.count]).map { end in
      defer { start = end }
      return start..<end
    }
  }
}
