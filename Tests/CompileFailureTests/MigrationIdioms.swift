import TestEffort

/// A file written for The Composable Architecture, and the script's result for it.
struct MigrationIdiom {
  enum Outcome {
    /// It compiles with the new import alone, and after the script.
    case compilesByImport
    /// It compiles only after the script.
    case compilesByScript
    /// Some lines need a person; the script names each.
    case named(lines: Set<Int>)
  }

  let name: String
  let outcome: Outcome
  let code: String

  init(_ name: String, outcome: Outcome = .compilesByImport, _ code: String) {
    self.name = name
    self.outcome = outcome
    self.code = code
  }

  /// All idioms; with `HEADRACE_SHORT`, as `make test` sets it, every fifth.
  static let all: [MigrationIdiom] = {
    let all = imports + cases + queues + flows + named
    return Effort.isShort ? stride(from: 0, to: all.count, by: 5).map { all[$0] } : all
  }()
}

// MARK: - Imports

extension MigrationIdiom {
  private static let imports = [
    Self(
      "IndentedImport",
      """
      #if DEBUG
        import ComposableArchitecture

        @MainActor func makeDebugStore() -> StoreOf<EmptyReducer<Int, Bool>> {
          Store(initialState: 1) { EmptyReducer() }
        }
      #endif
      #if !RELEASE
        import ComposableArchitecture
      #endif
      typealias DebugRows = IdentifiedArrayOf<DebugRow>
      struct DebugRow: Identifiable, Equatable { let id: Int }
      """),
    Self(
      "AttributedImports",
      """
      import Foundation
      @preconcurrency import ComposableArchitecture // for the effects
      @_exported import Dependencies
      @testable import CasePaths

      enum StoredEffects { static let nothing: Effect<Int> = .none }
      struct IDKey: DependencyKey { static let liveValue = UUID() }
      """),
    Self(
      "ScopedImports",
      """
      import struct ComposableArchitecture.Effect
      import protocol ComposableArchitecture.Reducer

      struct ScopedCounter: Reducer {
        struct State { var count = 0 }
        enum Action { case tapped }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          state.count += 1
          return .none
        }
      }
      """),
    Self(
      "SmallLibraries",
      """
      import Clocks
      import ConcurrencyExtras
      import Dependencies
      import IdentifiedCollections
      public import CasePaths
      import Sharing

      @CasePathable public enum Weather { case sunny, rain(Double) }
      public func isRain(_ path: CaseKeyPath<Weather, Double>, _ weather: Weather) -> Bool {
        weather.is(path)
      }
      struct Forecast {
        @Dependency(\\.continuousClock) var clock
        @Shared(.inMemory("days")) var days = 0
        let lock = LockIsolated(0)
        var rows: IdentifiedArrayOf<Day> = []
        struct Day: Identifiable { let id: Int }
      }
      """),
    Self(
      "OwnNames",
      """
      import ComposableArchitecture

      enum TaskResult<Value> { case done(Value) }
      struct ImmediateClock { var now = 0 }
      struct OwnNames: Reducer {
        struct State { var clock = ImmediateClock(), title = "mainQueue, TaskResult<Int>" }
        enum Action { case ended(TaskResult<Int>) }
        // import ComposableArchitecture: '/Action.ended', 'TaskResult<Int>'
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """),
    Self(
      "ATestCase",
      """
      import ComposableArchitecture
      import XCTest

      @MainActor final class ClickTests: XCTestCase {
        func testClick() async {
          let clock = TestClock()
          let store = TestStore(initialState: 0) {
            Reduce<Int, Bool> { state, _ in
              state += 1
              return .none
            }
          } withDependencies: {
            $0.continuousClock = clock
          }
          await store.send(true) { $0 = 1 }
        }
      }
      """),
  ]
}

// MARK: - Cases

extension MigrationIdiom {
  private static let cases = [
    Self(
      "SlashPresentation",
      """
      import ComposableArchitecture

      struct SlashChild: Reducer {
        struct State: Equatable { var count = 0 }
        enum Action: Equatable { case tapped }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      struct SlashParent: Reducer {
        struct State: Equatable {
          @PresentationState var child: SlashChild.State?
          var rows: IdentifiedArrayOf<Row> = []
          struct Row: Identifiable, Equatable { let id: Int; var child = SlashChild.State() }
        }
        enum Action {
          case child(PresentationAction<SlashChild.Action>)
          case own(SlashChild.Action)
          case bindable(Bool)
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\\.$child, action: /Action.child) { SlashChild() }
        }
      }
      struct SlashScope: Reducer {
        struct State { var own = SlashChild.State() }
        enum Action { case own(SlashChild.Action) }
        var body: some Reducer<State, Action> {
          Scope(state: \\.own, action: /Action.own) { SlashChild() }
          Scope(state: \\State.own, action: /SlashScope.Action.own) { SlashChild() }
        }
      }
      """),
    Self(
      "SlashEnum",
      """
      import ComposableArchitecture

      struct Door: Reducer {
        struct State {}
        enum Action { case opened }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      struct House: Reducer {
        @CasePathable enum State { case door(Door.State), wall }
        enum Action { case door(Door.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer().ifCaseLet(/State.door, action: /Action.door) { Door() }
        }
      }
      """),
    Self(
      "PresentationOutsideOfState",
      """
      import ComposableArchitecture

      final class Panel { @PresentationState var page: Int? }
      func countPages() -> Int {
        struct Pages { @PresentationState var first: Int?; var second = 2 }
        return Pages(first: 1).second
      }
      """),
    Self(
      "BindingWithoutMacro",
      """
      import ComposableArchitecture

      struct Form: Reducer {
        struct State: Equatable { var name = "" }
        enum Action: BindableAction { case binding(BindingAction<State>), saved }
        var body: some ReducerOf<Self> { BindingReducer() }
      }
      """),
    Self(
      "SharedKeys",
      """
      import ComposableArchitecture
      import Foundation

      struct Prefs: Codable, Equatable, Sendable { var size = 1 }
      extension SharedReaderKey where Self == FileStorageKey<Prefs>.Default {
        static var prefs: Self {
          Self[.fileStorage(URL(fileURLWithPath: "/tmp/prefs.json")), default: Prefs()]
        }
      }
      func read(_ key: some SharedReaderKey<Int>) -> Int {
        Shared(wrappedValue: 1, key).wrappedValue
      }
      struct PrefsState: Equatable {
        @Shared(.prefs) var prefs
        @SharedReader(.prefs) var samePrefs
        @Shared(.inMemory("name")) var name: String?
        @SharedReader(.inMemory("name")) var sameName: String?
      }
      """),
    Self(
      "ConditionalBody",
      """
      import ComposableArchitecture

      @Reducer struct Flagged {
        struct State: Equatable { var count = 0 }
        enum Action { case tapped }
        let isOn: Bool
        var body: some ReducerOf<Self> {
          if isOn {
            Reduce { state, _ in
              state.count += 1
              return .none
            }
          }
          if let step = Int("1"), step > 0 { Reduce { _, _ in .none } }
        }
      }
      func count(_ path: AnyCasePath<Int?, Int>) -> Int? { path.extract(from: 1) }
      """),
    Self(
      "TaskResults", outcome: .compilesByScript,
      """
      import ComposableArchitecture

      struct Search: Reducer {
        struct State { var names: [String] = [] }
        enum Action { case response(TaskResult<[String: [Int]]>) }
        var find: @Sendable () async throws -> [String: [Int]]
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .response(.success(let found)):
            state.names = found.keys.sorted()
            return .none
          case .response(.failure):
            return .run { [find] send in
              await send(.response(TaskResult { try await find() }))
            }
          }
        }
      }
      """),
  ]
}
