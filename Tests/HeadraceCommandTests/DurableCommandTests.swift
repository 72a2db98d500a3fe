import Foundation
import HeadraceDurable
import HeadraceJournal
import Testing

@testable import HeadraceCommand

/// `headrace durable` with databases that it can be used for.
@Suite struct DurableCommandTests {
  private let file: DurableFile

  init() throws { file = try DurableFile() }

  private func ask(_ command: String, _ arguments: String...) async -> CommandAnswer {
    await CommandAnswer(["durable", command, file.path] + arguments, hiding: file.path)
  }

  private func expect(
    _ answer: CommandAnswer, _ output: String, errors: String = "", status: Int32 = 0,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.output == output, sourceLocation: location)
    #expect(answer.errors == errors, sourceLocation: location)
    #expect(answer.status == status, sourceLocation: location)
  }

  // MARK: - List

  @Test func theTableHasAColumnForEachValue() async throws {
    try await file.run(["counter/1": [.add(1)], "counter/22": [.add(1), .add(2)]])
    try await file.journal.pause("counter/22")
    expect(
      await ask("list"),
      """
      id          status  version  events  worker  due  reason
      counter/1   ready   3        2       -       -    -
      counter/22  paused  3        3       -       -    -

      """)
    expect(
      await ask("list", "--json"),
      """
      {"id":"counter/1","status":"ready","version":3,"events":2,"takeovers":1,"active":false}
      {"id":"counter/22","status":"paused","version":3,"events":3,"takeovers":2,"active":false}

      """)
    expect(
      await ask("list", "--json", "--status", "paused"),
      """
      {"id":"counter/22","status":"paused","version":3,"events":3,"takeovers":2,"active":false}

      """)
    expect(await ask("list", "--feature", "order"), "", status: 1)
    // An empty variable of a script does not mean all.
    expect(await ask("list", "--feature", ""), "", status: 1)
    expect(await ask("list", "--status", "aside"), "", status: 1)
  }

  @Test func tenThousandEntitiesAreListedInParts() async throws {
    try await file.addEntities(10_000)
    let all = await ask("list", "--json")
    #expect(all.output.split(separator: "\n").count == 10_000)
    #expect(all.errors == "")
    let part = await ask("list", "--limit", "2500")
    #expect(part.output.split(separator: "\n").count == 2_501)
    #expect(part.output.hasSuffix("\ncounter/12499  ready   1        0       -       -    -\n"))
    #expect(part.errors == "headrace: There are more: '--after' the last ID lists them.\n")
    expect(
      await ask("list", "--after", "counter/19997", "--limit", "2", "--json"),
      """
      {"id":"counter/19998","status":"ready","version":1,"events":0,"takeovers":1,"active":false}
      {"id":"counter/19999","status":"ready","version":1,"events":0,"takeovers":1,"active":false}

      """)
  }

  @Test func controlCharactersInAnIDAreEscaped() async throws {
    let id = EntityID("counter", "a\nb\u{1B}[2J\u{202E}\\")
    try await file.run([id: [.add(1)]])
    expect(
      await ask("list"),
      #"""
      id                               status  version  events  worker  due  reason
      counter/a\nb\u{1b}[2J\u{202e}\\  ready   3        2       -       -    -

      """#)
    expect(
      await ask("pause", "\(id)"), #"'counter/a\nb\u{1b}[2J\u{202e}\\' is paused."# + "\n")
    expect(
      await ask("show", "counter/\n\u{1B}"), "",
      errors: #"headrace: There is no 'counter/\n\u{1b}'."# + "\n", status: 1)
  }

  // MARK: - Show, History and Export

  @Test func anEntityIsShownWithItsStateAndTheActionsSince() async throws {
    try await file.run(["counter/1": [.add(1), .add(2)]], isKilled: true)
    expect(
      CommandAnswer(hidingWorker: await ask("show", "counter/1")),
      """
      id         counter/1
      status     ready
      version    3
      events     3
      takeovers  1
      effects    none
      worker     WORKER
      due        -
      reason     -
      state after event 0
      {
        "count": 0
      }
      actions since
        1  action  {"add":{"_0":1}}
        2  action  {"add":{"_0":2}}

      """)
    expect(
      CommandAnswer(hidingWorker: await ask("show", "counter/1", "--json")),
      #"{"id":"counter/1","status":"ready","version":3,"events":3,"takeovers":1,"active":false,"#
        + #""worker":"WORKER","stateAfter":0,"state":{"count":0},"#
        + #""actionsSince":[{"n":1,"action":{"add":{"_0":1}}},{"n":2,"action":{"add":{"_0":2}}}],"#
        + #""effects":[]}"#
        + "\n")
  }

  /// All events were read, and their numbers are those of the whole history.
  @Test func onlyWhatIsShownIsRead() async throws {
    try await file.run(["counter/1": Array(repeating: .add(1), count: 102)])
    try await file.run("UPDATE headrace_journal SET event = '{' WHERE sequence < 50")
    let output = await ask("show", "counter/1").output
    #expect(
      output.hasSuffix(
        """
        state after event 101
        {
          "count": 100
        }
        actions since
          102  action  {"add":{"_0":1}}
          103  action  {"add":{"_0":1}}

        """), "\(output)")
  }

  @Test func oldEventsAreRemoved() async throws {
    try await file.run(["counter/1": Array(repeating: .add(1), count: 101)])
    let shown = await ask("show", "counter/1")
    expect(await ask("prune", "--before", "2001-02-03"), "Removed events: 0\n")
    expect(
      await ask("prune", "--before", "9999-12-31", "--feature", "order"), "Removed events: 0\n")
    expect(await ask("prune", "--before", "9999-12-31", "--feature", ""), "Removed events: 0\n")
    expect(await ask("prune", "--before", "9999-12-31"), "Removed events: 101\n")
    expect(
      await ask("history", "counter/1"),
      """
      101  checkpoint
      102  action  {"add":{"_0":1}}

      """)
    expect(await ask("show", "counter/1"), shown.output)
    let export = file.folder.appending(path: "counter.jsonl").path
    expect(await ask("export", "counter/1", export), "")
    let list = await CommandAnswer(["inspect", export, "--list", "--kind", "action"])
    #expect(list.output.split(separator: "\n").count == 1)
  }

  @Test func theHistoryIsListed() async throws {
    try await file.run(["counter/1": [.add(1), .double]])
    expect(
      await ask("history", "counter/1"),
      """
      0  checkpoint
      1  action  {"add":{"_0":1}}
      2  action  {"double":{}}
      3  effectStarted  effect 1  double
      4  action  {"add":{"_0":1}}
      5  effectEnded  effect 1  finished

      """)
    let lines = await ask("history", "counter/1", "--json").output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.first?.hasPrefix(#"{"kind":"checkpoint","t":"#) == true)
  }

  @Test func anExportIsAJournalForTheInspector() async throws {
    try await file.run(["counter/1": [.add(1), .add(2)]])
    let export = file.folder.appending(path: "counter.jsonl").path
    expect(await ask("export", "counter/1", export), "")
    let list = await CommandAnswer(["inspect", export, "--list", "--kind", "action"])
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").count == 2)
    #expect(list.output.contains(#""label":".add","short":"{\"_0\":2}""#))
    let text = try String(contentsOfFile: export, encoding: .utf8)
    expect(await ask("export", "counter/1"), text)
    expect(
      await CommandAnswer(["durable", "export", file.path, "counter/1", export], hiding: export),
      "", errors: "headrace: 'FILE' is there already: expected the path of a new file.\n",
      status: 74)
    let missing = file.folder.appending(path: "none/counter.jsonl").path
    expect(
      await CommandAnswer(["durable", "export", file.path, "counter/1", missing], hiding: missing),
      "", errors: "headrace: 'FILE' can't be written: No such file or directory.\n", status: 74)
  }

  // MARK: - Changes

  @Test(arguments: [("fail", 101), ("restart", 1)])
  func anEffectThatAsksIsDecided(decision: String, count: Int) async throws {
    try await file.run(["counter/1": [.add(1), .ask]], isKilled: true)
    #expect(
      await ask("show", "counter/1").output.hasSuffix("\neffects in flight\n  1  ask\n"))
    expect(
      await ask("decide", "counter/1", "1", decision),
      "'counter/1' has the decision: its worker reads it soon.\n")
    try await file.run("DELETE FROM headrace_worker")
    let worker = try await file.worker()
    while try await worker.undecidedEffects(of: "counter/1").count > 0 { await worker.search() }
    while try await worker.state(of: "counter/1", as: DurableCounter.State.self)?.count != count {
      await Task.yield()
    }
    let isInFlight = await ask("show", "counter/1").output.contains("effects in flight")
    #expect(isInFlight == (decision == "restart"))
    await worker.crash()
    expect(
      await ask("decide", "counter/2", "1", decision), "",
      errors: "headrace: There is no 'counter/2'.\n", status: 1)
  }

  @Test func aMessageThatCannotBeReadIsDropped() async throws {
    try await file.run(["counter/1": [.add(1)]])
    try await file.run(
      """
      INSERT INTO headrace_message (source, sequence, target, action, version)
      VALUES ('counter/2', 7, 'counter/1', '{"none":{}}', 3)
      """)
    expect(
      await ask("drop", "counter/1", "8", "counter/2"), "",
      errors: "headrace: There is no message 8 from 'counter/2' to 'counter/1'.\n", status: 1)
    expect(await ask("drop", "counter/1", "7", "counter/2"), #"{"none":{}}"# + "\n")
    expect(
      await ask("drop", "counter/1", "7", "counter/2"), "",
      errors: "headrace: There is no message 7 from 'counter/2' to 'counter/1'.\n", status: 1)
  }

  @Test func anEntityIsPausedRetriedMovedAndCancelled() async throws {
    try await file.run(["counter/1": [.add(1)]])
    expect(await ask("pause", "counter/1"), "'counter/1' is paused.\n")
    expect(
      await ask("move", "counter/1"), "", errors: "headrace: 'counter/1' is paused.\n",
      status: 1)
    expect(
      await ask("retry", "counter/1"), "'counter/1' is ready: any worker continues it.\n")
    expect(
      await ask("move", "counter/1"),
      "'counter/1' has no worker: any worker continues it.\n")
    expect(await ask("cancel", "counter/1"), "'counter/1' is cancelled.\n")
    let summary = try await file.journal.summary(of: "counter/1")
    #expect(summary?.status == .cancelled)
    #expect(summary?.epoch == 5)
    for command in ["retry", "pause", "cancel", "move", "show", "history", "export"] {
      expect(
        await ask(command, "counter/2"), "",
        errors: "headrace: There is no 'counter/2'.\n", status: 1)
    }
    #expect(await ask("list").output.split(separator: "\n").count == 2)
  }
}
