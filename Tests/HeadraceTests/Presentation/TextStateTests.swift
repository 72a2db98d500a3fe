import CustomDump
import Headrace
import Testing

@Suite struct TextStateTests {
  private let german = [
    "Delete %lld accounts of %@?": "Von %2$@ %1$lld Konten löschen?",
    "Cancel": "Abbrechen",
    "100%": "Hundert %@",
    "%lld%% of %lf": "%lld %% von %lf",
  ]

  private func localized(_ text: TextState) -> String {
    text.resolved { german[$0.key] }
  }

  @Test func aLiteralIsAKey() {
    #expect(localized(TextState("Cancel")) == "Abbrechen")
    #expect(String(state: TextState("Cancel")) == "Cancel")
  }

  @Test func aVariableIsPlainText() {
    let name = "Cancel"
    #expect(localized(TextState(name)) == "Cancel")
    #expect(localized(TextState(name.dropLast())) == "Cance")
    #expect(localized(TextState(verbatim: "Cancel")) == "Cancel")
  }

  @Test func valuesInALiteralAreArguments() {
    let text = TextState("Delete \(3) accounts of \("Ann")?")
    #expect(String(state: text) == "Delete 3 accounts of Ann?")
    #expect(localized(text) == "Von Ann 3 Konten löschen?")
    _ = text.resolved { key in
      #expect(key.key == "Delete %lld accounts of %@?")
      #expect(key.arguments == ["3", "Ann"])
      #expect(key.tableName == nil)
      return nil
    }
  }

  @Test func percentSignsStayWhatTheyAre() {
    #expect(String(state: TextState("100%")) == "100%")
    #expect(localized(TextState("100%")) == "Hundert %@", "a key without arguments has no places")
    let text = TextState("\(5)% of \(1.5)")
    #expect(String(state: text) == "5% of 1.5")
    #expect(localized(text) == "5 % von 1.5")
  }

  @Test(arguments: [
    ("%@ %@ %@", "a b %@"), ("%3$@", "%3$@"), ("%0$@", "%0$@"), ("%", "%"), ("%2", "%2"),
    ("%2$", "%2$"), ("%x %@", "%x a"), ("%2$@ %@ %1$@", "b a a"), ("%d%%", "a%"), ("ä%@ö", "äaö"),
    ("%99999999999999999999$@", "%99999999999999999999$@"), ("", ""),
  ])
  func textThatIsNotAPlaceholderIsKept(template: String, expected: String) {
    let text = TextState("\("a") \("b")")
    #expect(text.resolved { _ in template } == expected)
  }

  @Test func theTableReachesTheHost() {
    var tables: [String?] = []
    _ = (TextState("a", tableName: "Accounts") + TextState("b")).resolved { key in
      tables.append(key.tableName)
      return nil
    }
    #expect(tables == ["Accounts", nil])
  }

  @Test func textsAreJoined() {
    let text = TextState("Cancel") + TextState(verbatim: ": ") + TextState("Cancel")
    #expect(localized(text) == "Abbrechen: Abbrechen")
  }

  @Test func textsAreEqualWhenTheyReadTheSame() {
    let count = 3
    #expect(TextState("3 rows") == TextState("\(count) rows"))
    #expect(TextState("a") == TextState(verbatim: "a"))
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect(TextState("a").hashValue == TextState(verbatim: "a").hashValue)
    #expect(TextState("a") != TextState("b"))
  }

  @Test func aTextDumpsAsAString() {
    #expect(String(customDumping: TextState("Delete \(3)?")) == #""Delete 3?""#)
    #expect(TextState("Delete \(3)?").description == "Delete 3?")
  }
}
