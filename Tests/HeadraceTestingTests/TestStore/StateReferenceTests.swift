import Foundation
import Headrace
import HeadraceTesting
import Testing

/// Classes in a state, whose changes no assertion sees.
@Suite struct StateReferenceTests {
  // Unchecked: only the test's own task accesses it.
  final class Session: Equatable, @unchecked Sendable {
    var name = ""
    static func == (first: Session, second: Session) -> Bool { first.name == second.name }
  }

  /// A value that copies its storage before it changes it.
  struct Shape: Equatable, CustomReflectable {
    private final class Storage: Equatable {
      let side = 1
      static func == (first: Storage, second: Storage) -> Bool { first.side == second.side }
    }

    private var storage = Storage()
    var customMirror: Mirror { Mirror(self, children: ["side": storage.side]) }
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var session: Session?
  }

  struct Feature<State: Equatable & Sendable>: Reducer {
    let change: @Sendable (inout State) -> Void

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      change(&state)
      return .none
    }
  }

  struct SessionState: Equatable, Sendable {
    var session = Session()
  }

  @Test func aClassInTheStateIsReportedOnce() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(initialState: SessionState()) {
        Feature<SessionState> { $0.session.name += "a" }
      }
      await store.send(0)
      await store.send(0)
      await store.finish()
    }
    #expect(
      failures.map(\.text) == [
        """
        The state holds an instance of a class: 'SessionState.session' is a 'Session'.

        The state before an action and the state after it share the instance. A change inside of \
        it is in both, so no assertion can notice it. Make 'Session' a struct. If its instances \
        never change, or are the storage of a value that copies them before it changes them, let \
        the class or the value conform to 'CustomReflectable', with a mirror of the value that it \
        represents. The mirror is inspected instead.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func aClassThatComesLaterIsReportedToo() async {
    let failures = await failures {
      let store = TestStore(initialState: IdentifiedArray(uniqueElements: [Row(id: 1)])) {
        Feature<IdentifiedArrayOf<Row>> { $0[id: 1]?.session = Session() }
      }
      await store.send(0) { $0[id: 1]?.session = Session() }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("session' is a 'Session'") == true, "\(failures)")
  }

  @Test func valuesAreSilent() async {
    struct State: Equatable {
      var text = "a", number = 1.5, flag: Bool?, names = ["a": [1, 2]], set: Set = [1]
      var date = Date(timeIntervalSince1970: 0), url = URL(string: "https://example.com")
      var data = Data([1, 2]), decimal = Decimal(1), calendar = Calendar(identifier: .gregorian)
      var path: KeyPath<Row, Int> = \.id
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
      var stack = StackState<Row>([Row(id: 3)])
      var alert = AlertState<Int> { TextState("a") }
      var shape = Shape()
      var number2 = NSNumber(value: 1)
      @Presents var row: Row?
    }
    let store = TestStore(initialState: State(row: Row(id: 4))) {
      Reduce<State, Int> { _, _ in .none }
    }
    await store.send(0)
    await store.finish()
  }

  @Test func aTestThatIsNotExhaustiveIsWarnedWhereItAsks() async {
    for (exhaustivity, isWarned) in [
      (Exhaustivity.off, false), (.off(showSkippedAssertions: true), true),
    ] {
      let failures = await failures {
        let store = TestStore(initialState: SessionState()) { Feature<SessionState> { _ in } }
        store.exhaustivity = exhaustivity
      }
      #expect(failures.map(\.isWarning) == (isWarned ? [true] : []))
    }
  }
}
