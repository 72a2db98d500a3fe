import Headrace
import HeadraceLogging
import HeadraceTesting
import Logging
import Testing

/// Loads a secret, through a row.
struct Vault: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7)]
  }

  @CasePathable
  enum Action: Equatable {
    case rows(IdentifiedAction<Int, RowAction>)
    case close
  }

  enum RowAction: Equatable {
    case open(password: String)
    case opened(String)
    case shown
    case fail(password: String)
    case wait
  }

  struct Refused: Error { let password: String }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if action == .close { state.rows = [] }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Reduce<Row, RowAction> { _, action in
        switch action {
        case .open(let password):
          .run(name: "open") { await $0(.opened(password)) }
        case .opened:
          .send(.shown)
        case .fail(let password):
          .run { _ in
            throw Refused(password: password)
          } catch: { _, _ in
          }
        case .wait:
          .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
        case .shown:
          .none
        }
      }
    }
  }
}

/// The log messages, word for word.
@Suite("LoggingInstrument")
struct LoggingInstrumentTests {
  private let handler = RecordingLogHandler()

  private func store(
    level: Logger.Level = .trace, levels: LoggingLevels = LoggingLevels(),
    content: LoggingContent = .names
  ) -> TestStoreOf<Vault> {
    var logger = Logger(label: "test") { [handler] _ in handler }
    logger.logLevel = level
    let store = TestStore(initialState: Vault.State()) { Vault() }
    store.instruments = [LoggingInstrument(logger: logger, levels: levels, content: content)]
    return store
  }

  @Test func eventsAreLoggedWithTheirCausesAndWithoutPayloads() async {
    let store = store()
    await store.send(.rows(.element(id: 7, action: .open(password: "secret"))))
    await store.receive(.rows(.element(id: 7, action: .opened("secret"))))
    await store.receive(.rows(.element(id: 7, action: .shown)))
    await store.finish()
    let effect =
      "effect.id=1 effect.name=open effect.path=Vault/Row[7] parent.action.id=1 "
      + "source=HeadraceLoggingTests/LoggingInstrumentTests.swift:42"
    #expect(
      handler.lines.all == [
        "debug action received: Action.rows.element.open [action.id=1]",
        "debug effect started [\(effect)]",
        "  at HeadraceLoggingTests/LoggingInstrumentTests.swift:42",
        "debug action received: Action.rows.element.opened "
          + "[action.id=2 parent.action.id=1 parent.effect.id=1]",
        "debug action received: Action.rows.element.shown [action.id=3 parent.action.id=2]",
        "debug effect finished [\(effect)]",
        "  at HeadraceLoggingTests/LoggingInstrumentTests.swift:42",
      ])
    #expect(!handler.lines.all.joined().contains("secret"))
  }

  @Test func errorsAreLoggedByTheirTypes() async {
    let store = store(levels: LoggingLevels(actions: nil))
    await store.send(.rows(.element(id: 7, action: .fail(password: "secret"))))
    await store.finish()
    #expect(
      handler.lines.all.filter { $0.contains("error") } == [
        "debug effect caught an error [effect.id=1 effect.path=Vault/Row[7] error=Refused "
          + "parent.action.id=1 source=HeadraceLoggingTests/LoggingInstrumentTests.swift:46]"
      ])
    #expect(!handler.lines.all.joined().contains("secret"))
  }

  @Test func payloadsAreLoggedWhereAskedFor() async {
    let store = store(levels: LoggingLevels(effects: .info), content: .payloads)
    await store.send(.rows(.element(id: 7, action: .fail(password: "secret"))))
    await store.finish()
    #expect(
      handler.lines.all.filter { $0.contains("secret") } == [
        "debug action received: Action.rows.element.fail [action.id=1 payload=rows(Headrace."
          + "IdentifiedAction<Swift.Int, HeadraceLoggingTests.Vault.RowAction>"
          + ".element(id: 7, action: HeadraceLoggingTests.Vault.RowAction"
          + #".fail(password: "secret")))]"#,
        "info effect caught an error [effect.id=1 effect.path=Vault/Row[7] "
          + #"error=Refused(password: "secret") parent.action.id=1 "#
          + "source=HeadraceLoggingTests/LoggingInstrumentTests.swift:46]",
      ])
  }

  @Test func cancelledEffectsAndDroppedActionsAreLogged() async {
    let store = store(levels: LoggingLevels(actions: nil))
    await store.send(.rows(.element(id: 7, action: .wait)))
    await store.send(.close) { $0.rows = [] }
    await withKnownIssue {
      await store.send(.rows(.element(id: 7, action: .shown)))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("An action was sent to a child that is gone")
    }
    #expect(
      handler.lines.all.filter { !$0.hasPrefix(" ") }.dropFirst() == [
        "debug effect cancelled [effect.id=1 effect.path=Vault/Row[7] parent.action.id=1 "
          + "source=HeadraceLoggingTests/LoggingInstrumentTests.swift:51]",
        "notice action dropped: RowAction.shown [action.id=3 count=1 reason=absentChild]",
        // The line of the test that sent it.
        "error misuse reported [parent.action.id=3 "
          + "source=HeadraceLoggingTests/LoggingInstrumentTests.swift:132]",
      ])
  }

  @Test(arguments: [(Logger.Level.debug, 3), (.info, 0)])
  func nothingBelowTheLoggersLevelIsLogged(level: Logger.Level, count: Int) async {
    let store = store(level: level)
    await store.send(.rows(.element(id: 7, action: .fail(password: ""))))
    await store.finish()
    #expect(handler.lines.all.filter { !$0.hasPrefix(" ") }.count == count)
  }

  @Test func aKindWithoutALevelIsNotLogged() async {
    let store = store(
      levels: LoggingLevels(actions: nil, effects: nil, drops: nil, failures: nil, misuse: nil))
    await store.send(.rows(.element(id: 7, action: .wait)))
    await store.send(.close) { $0.rows = [] }
    await withKnownIssue {
      await store.send(.rows(.element(id: 7, action: .shown)))
    }
    #expect(handler.lines.all == [])
  }
}
