import HeadraceTerminal
import Testing

@Suite struct LineEditorTests {
  @Test(arguments: [
    (["x"], "one two한x", 9), (["left", "x"], "one twox한", 8), (["home", "x"], "xone two한", 1),
    (["backspace"], "one two", 7), (["ctrl+w"], "one ", 4), (["ctrl+left", "x"], "one xtwo한", 5),
    (["ctrl+u"], "", 0), (["home", "ctrl+k"], "", 0), (["home", "delete"], "ne two한", 0),
    (["home", "ctrl+right", "ctrl+k"], "one", 3), (["home", "left", "backspace"], "one two한", 0),
    (["right", "delete"], "one two한", 8), (["ctrl+a", "ctrl+f", "ctrl+d"], "oe two한", 1),
  ])
  func keysEdit(keys: [String], text: String, cursor: Int) throws {
    var editor = LineEditor("one two한")
    for key in keys {
      let isEdited = editor.handle(try #require(Key(key)))
      #expect(isEdited)
    }
    #expect(editor.text == text)
    #expect(editor.cursor == cursor)
  }

  @Test func otherKeysAreLeft() throws {
    var editor = LineEditor("one")
    for key in ["enter", "up", "tab", "esc", "f1", "ctrl+c", "alt+x"] {
      let isEdited = editor.handle(try #require(Key(key)))
      #expect(!isEdited)
    }
    #expect(editor == LineEditor("one"))
  }

  @Test func pastedKeysAreText() {
    var editor = LineEditor()
    let isWhole = editor.insert("a\nb\u{1B}[2J\r\nc\td\u{9B}")
    #expect(isWhole)
    #expect(editor.text == "a b[2J c d")
  }

  @Test func nothingGoesBeyondTheLimit() {
    var editor = LineEditor("abc", limit: 4)
    let isWhole = editor.insert("de")
    #expect(!isWhole)
    #expect(editor.text == "abcd")
    editor.handle(Key(.character("x")))
    #expect(editor.text == "abcd")
    #expect(LineEditor("abcdef", limit: 4).text == "abcd")
  }

  /// A combining mark that arrives as a separate key belongs to the character before.
  @Test func marksJoinTheirCharacter() {
    var editor = LineEditor("e")
    editor.handle(Key(.character("\u{301}")))
    #expect(editor.text == "é")
    #expect(editor.cursor == 1)
    editor.handle(Key(.backspace))
    #expect(editor.text == "")
  }
}
