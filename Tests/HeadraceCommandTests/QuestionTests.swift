import Testing

@testable import HeadraceCommand

/// The answers to questions, word for word.
@Suite struct QuestionTests {
  private let journal: BankJournal

  init() async throws { journal = try await BankJournal() }

  private func expect(
    _ arguments: String..., status: Int32 = 0, output: String, errors: String = "",
    location: SourceLocation = #_sourceLocation
  ) async {
    let answer = await CommandAnswer(["inspect", journal.path] + arguments, hiding: journal.path)
    #expect(answer.output == (output.isEmpty ? "" : output + "\n"), sourceLocation: location)
    #expect(answer.errors == (errors.isEmpty ? "" : errors + "\n"), sourceLocation: location)
    #expect(answer.status == status, sourceLocation: location)
  }

  // MARK: - List

  @Test func eventsAreListed() async {
    await expect(
      "--list",
      output: #"""
        {"n":0,"kind":"checkpoint","t":1}
        {"n":1,"kind":"action","action":1,"t":2,"ns":1,"label":".deposit","short":"{\"_0\":100}"}
        {"n":2,"kind":"action","action":2,"t":3,"ns":1,"label":".pay","short":"{\"_0\":30}"}
        {"n":3,"kind":"effectStarted","t":4,"label":"transfer","by":2,"effect":1,"feature":"Bank","at":"Bank:1"}
        {"n":4,"kind":"action","action":3,"t":5,"ns":1,"label":".paid","short":"{\"index\":0}","by":2,"effect":1,"feature":"Bank"}
        {"n":5,"kind":"effectEnded","t":6,"label":"transfer","effect":1,"feature":"Bank","detail":"finished"}
        {"n":6,"kind":"action","action":4,"t":7,"ns":1,"label":".rename","short":"{\"_0\":\"은행 Ada\"}"}
        {"n":7,"kind":"action","action":5,"t":8,"ns":1,"label":".pay","short":"{\"_0\":5}"}
        {"n":8,"kind":"effectStarted","t":9,"label":"transfer","by":5,"effect":2,"feature":"Bank","at":"Bank:1"}
        {"n":9,"kind":"action","action":6,"t":10,"ns":1,"label":".paid","short":"{\"index\":1}","by":5,"effect":2,"feature":"Bank"}
        {"n":10,"kind":"effectEnded","t":11,"label":"transfer","effect":2,"feature":"Bank","detail":"finished"}
        {"n":11,"kind":"checkpoint","action":6,"t":12}
        """#)
  }

  @Test(arguments: [
    (["--kind", "action"], [1, 2, 4, 6, 7, 9]),
    (["--kind", "effectEnded", "--kind", "checkpoint"], [0, 5, 10, 11]),
    (["--text", "은행"], [6]), (["--text", "PAY"], [2, 7]), (["--label", ".paid"], [4, 9]),
    (["--feature", "bank"], [3, 4, 5, 8, 9, 10]), (["--cause", "5"], [7, 8, 9, 10]),
    (["--cause", "2", "--kind", "action"], [2, 4]), (["--from", "3", "--to", "4"], [4, 5, 6]),
    (["--from", "6"], [9, 10, 11]), (["--to", "0"], [0]), (["--limit", "3"], [0, 1, 2]),
    (["--label", "pay", "--from", "3"], [7]), (["--feature", "Bank", "--from", "6"], [9, 10]),
    (["--to", "\(Int.max)", "--from", "6", "--limit", "\(Int.max)"], [9, 10, 11]),
    (["--text", "absent"], []), (["--from", "7"], []), (["--from", "3", "--to", "2"], []),
    (["--cause", "99"], []), (["--from=-3", "--to=-1"], []),
  ])
  func filtersAreCombined(arguments: [String], numbers: [Int]) async {
    let answer = await CommandAnswer(["inspect", journal.path, "--list"] + arguments)
    let found = answer.output.matches(of: /"n":(\d+)/).compactMap { Int($0.1) }
    #expect(found == numbers)
    #expect(answer.status == (numbers.isEmpty ? 1 : 0))
    #expect(answer.errors == "")
  }

  // MARK: - Changed

  @Test func theActionsThatChangedAPlaceAreListedWithTheirCauses() async {
    await expect(
      "--changed", "balance",
      output: #"""
        {"action":1,"label":".deposit","changes":[{"place":"/balance","from":0,"to":100}],"because":[]}
        {"action":3,"label":".paid","changes":[{"place":"/balance","from":100,"to":70}],"because":[{"action":2,"label":".pay"}]}
        {"action":6,"label":".paid","changes":[{"place":"/balance","from":70,"to":65}],"because":[{"action":5,"label":".pay"}]}
        """#)
  }

  @Test(arguments: ["/owner", "owner", "/owner/name"])
  func aChangeBelowAPlaceCounts(place: String) async {
    await expect(
      "--changed", place,
      output: #"""
        {"action":4,"label":".rename","changes":[{"place":"/owner/name","from":"Ada","to":"은행 Ada"}],"because":[]}
        """#)
  }

  @Test func aChangeAboveAPlaceCounts() async {
    await expect(
      "--changed", "/payments/0/isDone",
      output: #"""
        {"action":2,"label":".pay","changes":[{"place":"/payments/0/isDone","to":false}],"because":[]}
        {"action":3,"label":".paid","changes":[{"place":"/payments/0/isDone","from":false,"to":true}],"because":[{"action":2,"label":".pay"}]}
        """#)
  }

  @Test(arguments: [
    (["balance", "--label", "paid"], [3, 6]), (["balance", "--from", "2", "--to", "5"], [3]),
    (["balance", "--limit", "1"], [1]), (["balance", "--cause", "5"], [6]),
    (["balance", "--feature", "Bank"], [3, 6]), (["balance", "--text", "100"], [1]),
    (["balance", "--cause", "5", "--from", "6"], [6]), (["", "--from", "5"], [5, 6]),
    (["/payments", "--to", "3"], [2, 3]), (["balance", "--from", "4", "--to", "5"], []),
  ])
  func changesAreFiltered(arguments: [String], actions: [Int]) async {
    let answer = await CommandAnswer(["inspect", journal.path, "--changed"] + arguments)
    let found = answer.output.matches(of: /^\{"action":(\d+)/.anchorsMatchLineEndings())
    #expect(found.compactMap { Int($0.1) } == actions)
    #expect(answer.status == (actions.isEmpty ? 1 : 0))
    #expect(answer.errors == "")
  }

  /// A moved element is another value at the same position; an equal value is no change.
  @Test func spliceAboveAPlaceIsAChangeIfTheValueIsAnother() async throws {
    try journal.change { line in
      line.replacing(
        "\"set\":{\"/owner/name\":\"은행 Ada\"}",
        with: #""set":{},"splice":{"/payments":[0,0,[{"amount":30,"isDone":true}]]}"#
      )
      .replacing(#""/payments":[1,0,"#, with: #""/payments":[0,0,"#)
    }
    await expect(
      "--changed", "/payments/0/amount", "--to", "5",
      output: #"""
        {"action":2,"label":".pay","changes":[{"place":"/payments/0/amount","to":30}],"because":[]}
        {"action":5,"label":".pay","changes":[{"place":"/payments/0/amount","from":30,"to":5}],"because":[]}
        """#)
  }

  /// Another program may write the same name with an escape.
  @Test func aNameWithAnEscapeIsFound() async throws {
    try journal.change { $0.replacing("\"/balance\"", with: "\"/b\\u0061lance\"") }
    #expect(await journal.ask("--changed", "balance").output.split(separator: "\n").count == 3)
  }

  @Test func aWholeStateAndARemovedMemberAreChanges() async throws {
    try journal.change { line in
      line.replacing(
        "\"set\":{\"/owner/name\":\"은행 Ada\"}", with: #""set":{"":{"balance":1,"payments":[]}}"#)
    }
    await expect(
      "--changed", "/balance", "--from", "4", "--to", "4",
      output: #"""
        {"action":4,"label":".rename","changes":[{"place":"/balance","from":70,"to":1}],"because":[]}
        """#)
    await expect(
      "--changed", "/owner/name",
      output: #"""
        {"action":4,"label":".rename","changes":[{"place":"/owner/name","from":"Ada"}],"because":[]}
        """#)
  }

  @Test func actionsWithoutDifferencesAreCounted() async throws {
    try journal.change { $0.replacing(/,"set":\{"\/balance":100\}/, with: ",\"cut\":9999") }
    await expect(
      "--changed", "balance",
      output: #"""
        {"action":3,"label":".paid","changes":[{"place":"/balance","to":70}],"because":[{"action":2,"label":".pay"}]}
        {"action":6,"label":".paid","changes":[{"place":"/balance","to":65}],"because":[{"action":5,"label":".pay"}]}
        """#,
      errors: """
        headrace: Of 1 actions it was not recorded what they changed: expected 'writesDifferences', \
        and events of less than 'eventByteCountMax'. Their changes, and values before the next, are \
        missing.
        """)
  }

  // MARK: - Why, State, Effects

  @Test func theCausesOfAnActionAreListed() async {
    await expect(
      "--why", "3",
      output: #"""
        {"n":4,"kind":"action","action":3,"t":5,"ns":1,"label":".paid","short":"{\"index\":0}","by":2,"effect":1,"feature":"Bank"}
        {"n":3,"kind":"effectStarted","t":4,"label":"transfer","by":2,"effect":1,"feature":"Bank","at":"Bank:1"}
        {"n":2,"kind":"action","action":2,"t":3,"ns":1,"label":".pay","short":"{\"_0\":30}"}
        """#)
    await expect(
      "--why", "4",
      output: #"""
        {"n":6,"kind":"action","action":4,"t":7,"ns":1,"label":".rename","short":"{\"_0\":\"은행 Ada\"}"}
        """#)
  }

  @Test func aStateIsPrinted() async {
    await expect(
      "--state", "3",
      output: #"""
        {"action":3,"state":{"balance":70,"owner":{"name":"Ada"},"payments":[{"amount":30,"isDone":true}]}}
        """#)
    await expect(
      "--state", "0",
      output: #"{"action":0,"state":{"balance":0,"owner":{"name":"Ada"},"payments":[]}}"#)
    await expect(
      "--state", "3", "--at", "payments/0/amount",
      output: #"{"action":3,"place":"/payments/0/amount","value":30}"#)
  }

  @Test func effectsAreListed() async {
    await expect(
      "--effects",
      output: #"""
        {"effect":1,"label":"transfer","feature":"Bank","at":"Bank:1","by":2,"start":4,"end":6,"how":"ended","late":[],"sent":[[5,3]]}
        {"effect":2,"label":"transfer","feature":"Bank","at":"Bank:1","by":5,"start":9,"end":11,"how":"ended","late":[],"sent":[[10,6]]}
        """#)
  }

  // MARK: - Nothing Found

  @Test func aPlaceThatDoesNotExistIsExplained() async {
    await expect(
      "--changed", "/balanse", status: 1, output: "",
      errors: """
        headrace: The last state has no '/balanse': expected a place such as /balance, /owner, /payments.
        """)
    await expect(
      "--state", "6", "--at", "/payments/2", status: 1, output: "",
      errors: """
        headrace: The state after action 6 has no '/payments/2': expected a place such as \
        /payments/0 to /payments/1.
        """)
  }

  @Test(arguments: ["--why", "--state"])
  func anActionThatDoesNotExistIsNotFound(question: String) async {
    await expect(
      question, "7", status: 1, output: "",
      errors: "headrace: The journal has no action 7: it has the actions 1 to 6.")
  }
}
