import Testing

@testable import HeadraceTerminal

@Suite struct LineKeysTests {
  private static func typed(_ line: String, isHidden: Bool = false) -> LineKeys.Typed {
    var keys = LineKeys()
    for character in line {
      #expect(keys.take(.key(Key(.character(character))), isHidden: isHidden) == .init())
    }
    return keys.take(.key(Key(.enter)), isHidden: isHidden)
  }

  private static func names(_ typed: LineKeys.Typed) -> [String] { typed.keys.map(\.description) }

  @Test(arguments: [
    ("", ["enter"]), ("q", ["q"]), ("한", ["한"]), ("ab", ["a", "b", "enter"]),
    (":esc", ["esc"]), (":down down enter", ["down", "down", "enter"]), (":f2", ["f2"]),
    (":", [":"]), (":ctrl+c", ["ctrl+c"]),
  ])
  func aLineIsKeys(line: String, names: [String]) {
    let typed = Self.typed(line)
    #expect(Self.names(typed) == names)
    #expect(typed.unknown == nil)
  }

  @Test func theFirstUnknownNameIsReported() {
    let typed = Self.typed(":down nokey other")
    #expect(Self.names(typed) == ["down"])
    #expect(typed.unknown == "nokey")
  }

  /// A passcode may begin with a colon, be one character, and be the name of a key.
  @Test(arguments: [":hunter2", ":down down", ":", "x", ":escape", ": esc", "a:b", ":esc "])
  func whileSomethingSecretIsTypedALineIsItself(line: String) {
    let typed = Self.typed(line, isHidden: true)
    #expect(Self.names(typed) == line.map { Key(.character($0)).description } + ["enter"])
    #expect(typed.unknown == nil)
  }

  @Test func escapeIsTheOnlyNameThen() {
    #expect(Self.names(Self.typed(":esc", isHidden: true)) == ["esc"])
    #expect(Self.names(Self.typed("", isHidden: true)) == ["enter"])
  }

  /// Nothing of a line is left for the next one, and the kept text is limited.
  @Test(arguments: [false, true])
  func aLineIsForgotten(isHidden: Bool) {
    var keys = LineKeys()
    _ = keys.take(.paste(String(repeating: "x", count: 5_000)), isHidden: isHidden)
    let typed = keys.take(.key(Key(.enter)), isHidden: isHidden)
    #expect(typed.keys.count == LineKeys.characterCountMax + 1)
    #expect(keys.take(.key(Key(.enter)), isHidden: isHidden).keys == [Key(.enter)])
  }

  @Test func overwrittenTextIsErased() {
    var characters = Array("secret")
    SecretWiping.overwrite(&characters, with: " ")
    #expect(String(characters) == "      ")
  }
}
