import Headrace
import Testing

/// The notifications of instruments about lost actions, and about misuse.
@MainActor
@Suite("Instruments: dropped actions and misuse", .timeLimit(.minutes(30)))
struct InstrumentDropTests {
  /// Sends, reports and leaves children behind.
  struct Parent: Reducer {
    struct State {
      var fixed = 0
      var child: Int?
    }

    @CasePathable
    enum Action {
      case fixed(Int)
      case child(ChildAction)
      case start(Gate)
      case cancel
      case forget
      case dismiss
      case response(String)
    }

    @CasePathable
    enum ChildAction { case announce, done, wait(Gate) }

    enum CancelID { case work }

    @Dependency(\.dismiss) var dismiss

    var body: some Reducer<State, Action> {
      Scope(state: \.fixed, action: \.fixed) { EmptyReducer() }
      Reduce { state, action in
        switch action {
        case .start(let gate):
          return .run(name: "work") { send in
            await gate.pass()
            await send(.response("secret"))
          }
          .cancellable(id: CancelID.work)
        case .cancel:
          return .cancel(id: CancelID.work)
        case .forget:
          state.child = nil
          return .none
        case .dismiss:
          return .run { [dismiss] send in
            await dismiss()
            await send(.response("after"))
            await dismiss()
          }
        case .child(.announce):
          state.child = nil
          return .none
        case .fixed, .child, .response:
          return .none
        }
      }
      .ifLet(\.child, action: \.child) {
        Reduce<Int, ChildAction> { _, action in
          switch action {
          case .announce: .send(.done)
          case .done: .none
          case .wait(let gate):
            .run { send in
              await gate.pass()
              await send(.done)
            }
          }
        }
      }
    }
  }

  private func watched(
    _ state: Parent.State = Parent.State(child: 0)
  ) -> (Store<Parent.State, Parent.Action>, () -> [String]) {
    let store = Store(initialState: state) { Parent() }
    let transcript = EventTranscript<Parent.State, Parent.Action>()
    store.instruments = [transcript]
    return (
      store, { transcript.lines.filter { !$0.contains("reduced") && !$0.contains("launched") } }
    )
  }

  private nonisolated func has(_ text: String) -> (Issue) -> Bool {
    { $0.comments.map(\.rawValue).joined().contains(text) }
  }

  @Test func aLateSendTellsItsNameAndItsEffectButNoPayload() async {
    let (store, lines) = watched()
    let gate = Gate()
    let task = store.send(.start(gate))
    await gate.arrival()
    store.send(.cancel)
    // The gate opens on cancellation.
    await task.finish()
    #expect(
      Array(lines().dropFirst()) == [
        "effect 1 'work' in Parent started by #1",
        "cancel #2 from host",
        "effect 1 'work' in Parent cancelled",
        "1 dropped, lateSend: Action.response from effect 1 of #1, effect 1 'work' in Parent",
      ])
  }

  @Test func anEffectThatEndsWithItsChildIsCancelled() async {
    let (store, lines) = watched()
    let gate = Gate()
    let task = store.send(.child(.wait(gate)))
    await gate.arrival()
    store.send(.forget)
    await task.finish()
    #expect(
      Array(lines().dropFirst()) == [
        "effect 1 in Parent/Int started by #1",
        "forget #2 from host",
        "effect 1 in Parent/Int cancelled",
        "1 dropped, lateSend: ChildAction.done from effect 1 of #1, effect 1 in Parent/Int",
      ])
  }

  @Test func aSendOfAChildThatWentAwayInTheMeantimeIsALateSend() {
    let (store, lines) = watched()
    store.send(.child(.announce))
    #expect(
      Array(lines().dropFirst()) == [
        "1 dropped, lateSend: Action.child.done from .send of #1"
      ])
  }

  @Test func anActionForAnAbsentChildIsReceivedDroppedReportedAndReduced() {
    let store = Store(initialState: Parent.State()) { Parent() }
    let transcript = EventTranscript<Parent.State, Parent.Action>()
    store.instruments = [transcript]
    withKnownIssue {
      store.send(.child(.done))
    } matching: {
      has("An action was sent to a child that is gone")($0)
    }
    #expect(
      transcript.lines == [
        "child(HeadraceTests.InstrumentDropTests.Parent.ChildAction.done) #1 from host",
        "1 dropped, absentChild: ChildAction.done #1 from host",
        "misuse in #1: An action was sent to a child that is gone: '.done' for 'Reduce<Int, "
          + "ChildAction>'.",
        "#1 reduced: State(fixed: 0, child: nil)",
      ])
  }

  @Test func misuseInAnEffectIsReportedWithItsNextActionOrItsEnd() async {
    let (store, lines) = watched()
    await withKnownIssue {
      await store.send(.dismiss).finish()
    } matching: {
      has("A feature asked to be dismissed, but nothing presents it.")($0)
    }
    let text = "A feature asked to be dismissed, but nothing presents it."
    #expect(
      Array(lines().dropFirst()) == [
        "effect 1 in Parent started by #1",
        "misuse in #1, effect 1: \(text)",
        #"response("after") #2 from effect 1 of #1"#,
        "misuse in #1, effect 1: \(text)",
        "effect 1 in Parent ended: finished",
      ])
  }

  @Test func readingARemovedChildIsMisuseFromOutside() throws {
    let (store, lines) = watched()
    let child = try #require(store.scope(state: \.child, action: \.child))
    #expect(child.state == 0)
    store.send(.forget)
    withKnownIssue {
      #expect(child.state == 0)
    } matching: {
      has("The state of a child that is gone was read")($0)
    }
    #expect(
      Array(lines().dropFirst()) == [
        "misuse in outside: The state of a child that is gone was read: 'Int'."
      ])
  }

  @Test func misuseOfATaskThatOutlivesItsEffectIsReportedButNotTold() async {
    let gate = Gate()
    let done = Arrivals()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          @Dependency(\.dismiss) var dismiss
          let leave = dismiss
          Task {
            await gate.pass()
            await withKnownIssue { await leave() }
            done.add()
          }
        }
      }
    }
    let transcript = EventTranscript<Int, Int>()
    store.instruments = [transcript]
    await store.send(1).finish()
    gate.open()
    await done.wait()
    store.send(2)
    #expect(!transcript.lines.contains { $0.contains("misuse") })
  }
}
