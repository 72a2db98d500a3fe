import Headrace
import HeadraceTesting
import HeadraceTracing
import InMemoryTracing
import Testing
import Tracing

/// Has an effect of each kind.
private struct Office: Reducer {
  struct State: Equatable {
    var child: Int? = 0
    var count = 0
  }

  @CasePathable
  enum Action: Equatable {
    case load(secret: String)
    case loaded(String)
    case shown
    case fail
    case handle
    case wait
    case close
    case child(Int)
    case later
    case tick
  }

  struct Refused: Error {}

  let tracer: InMemoryTracer
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .load(let secret):
        return .run(name: "load") { [tracer] send in
          tracer.withSpan("request") { _ in }
          await send(.loaded(secret))
        }
      case .loaded:
        return .send(.shown)
      case .shown, .child:
        return .none
      case .fail:
        return .run(name: "fail") { _ in throw Refused() }
      case .handle:
        return .run(name: "handle") { _ in
          throw Refused()
        } catch: { _, _ in
        }
      case .wait:
        return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
          .cancellable(id: 1)
      case .close:
        return .cancel(id: 1)
      case .later:
        return .concatenate(
          .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }, .send(.shown))
      case .tick:
        state.count += 1
        return .none
      }
    }
    .ifLet(\.child, action: \.child) { EmptyReducer() }
  }
}

/// The spans of a store, and their nesting.
@Suite("TracingInstrument")
struct TracingInstrumentTests {
  private let tracer = InMemoryTracer()
  private let clock = TestClock()

  private func store(_ state: Office.State = Office.State()) -> TestStoreOf<Office> {
    let store = TestStore(initialState: state) {
      Office(tracer: tracer)
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.instruments.append(TracingInstrument(tracer: tracer))
    return store
  }

  /// The finished spans, each as its name below the names of its ancestors.
  private var paths: [String] {
    let spans = tracer.finishedSpans
    let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0) })
    func path(_ span: FinishedInMemorySpan) -> String {
      guard let id = span.parentSpanID else { return span.operationName }
      return (byID[id].map(path) ?? "unfinished") + " > " + span.operationName
    }
    return spans.sorted { number(of: $0) < number(of: $1) }.map(path)
  }

  /// Returns a span's number; the tracer numbers spans in the order in which they start.
  private func number(of span: FinishedInMemorySpan) -> Int {
    span.spanID.split(separator: "-").last.flatMap { Int($0) } ?? 0
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  private func attributes(_ span: FinishedInMemorySpan) -> [String: String] {
    text(span.attributes)
  }

  private func text(_ attributes: SpanAttributes) -> [String: String] {
    var result: [String: String] = [:]
    attributes.forEach { key, value in
      switch value {
      case .string(let value): result[key] = value
      case .int64(let value): result[key] = "\(value)"
      default: result[key] = "\(value)"
      }
    }
    return result
  }

  @Test func eachSpanIsAChildOfItsCause() async throws {
    let store = store()
    await store.send(.load(secret: "secret"))
    await store.receive(.loaded("secret"))
    await store.receive(.shown)
    await store.finish()
    #expect(
      paths == [
        "Action.load",
        "Action.load > load",
        "Action.load > load > request",
        "Action.load > load > Action.loaded",
        "Action.load > load > Action.loaded > Action.shown",
      ])
    #expect(tracer.activeSpans.isEmpty)
    #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 1)
    #expect(attributes(try span("Action.load")) == ["headrace.action.id": "1"])
    #expect(
      attributes(try span("load")) == [
        "headrace.effect.id": "1", "headrace.effect.path": "Office",
        "headrace.parent.action.id": "1", "headrace.effect.outcome": "finished",
        "code.file.path": "HeadraceTracingTests/TracingInstrumentTests.swift",
        "code.line.number": "38",
      ])
    #expect(
      attributes(try span("Action.loaded")) == [
        "headrace.action.id": "2", "headrace.parent.action.id": "1",
        "headrace.parent.effect.id": "1",
      ])
    #expect(
      attributes(try span("Action.shown")) == [
        "headrace.action.id": "3", "headrace.parent.action.id": "2",
      ])
  }

  @Test func currentSpanOfTheHostIsTheParentOfItsActions() async {
    let store = store()
    let host = tracer.startSpan("tap")
    await InstrumentationContext.$current.withValue(host.context) {
      await store.send(.tick) { $0.count = 1 }
    }
    host.end()
    await store.send(.tick) { $0.count = 2 }
    #expect(paths == ["tap", "tap > Action.tick", "Action.tick"])
  }

  @Test func anErrorIsTheStatusOfItsEffect() async throws {
    let store = store()
    await withKnownIssue {
      await store.send(.fail)
      await store.finish()
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("An effect threw an error")
    }
    await store.send(.handle)
    await store.finish()
    let failed = try span("fail")
    #expect(failed.status?.code == .error)
    #expect(attributes(failed)["headrace.effect.outcome"] == "failed")
    #expect(attributes(failed)["error.type"] == "Refused")
    #expect(failed.events.map(\.name) == ["misuse"])
    let handled = try span("handle")
    #expect(handled.status == nil)
    #expect(attributes(handled)["headrace.effect.outcome"] == "caught")
    #expect(handled.events.isEmpty)
  }

  @Test func aCancelledEffectEndsItsSpan() async throws {
    let store = store()
    await store.send(.wait)
    #expect(tracer.activeSpans.count == 1)
    await store.send(.close)
    #expect(tracer.activeSpans.isEmpty)
    let span = try span("HeadraceTracingTests/TracingInstrumentTests.swift:54")
    #expect(attributes(span)["headrace.effect.outcome"] == "cancelled")
    #expect(span.status == nil)
  }

  @Test func aLatePartOfAnEffectIsBelowTheActionThatReturnedIt() async {
    let store = store()
    await store.send(.later)
    await store.send(.tick) { $0.count = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.shown)
    #expect(
      paths == [
        "Action.later", "Action.later > HeadraceTracingTests/TracingInstrumentTests.swift:60",
        "Action.tick", "Action.later > Action.shown",
      ])
  }

  @Test(arguments: [1_023, 1_024])
  func anActionIsRememberedForAThousandOthers(others: Int) async throws {
    let store = store()
    await store.send(.later)
    for count in 1...others { await store.send(.tick) { $0.count = count } }
    await clock.advance(by: .seconds(1))
    await store.receive(.shown)
    #expect((try span("Action.shown").parentSpanID == nil) == (others == 1_024))
  }

  @Test func anActionForAnAbsentChildIsAnEventOfItsSpan() async throws {
    let store = store(Office.State(child: nil))
    await withKnownIssue {
      await store.send(.child(1))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("An action was sent to a child that is gone")
    }
    let events = try span("Action.child").events
    #expect(events.map(\.name) == ["dropped: absentChild", "misuse"])
    #expect(
      events.first.map { text($0.attributes) } == [
        "headrace.drop.count": "1", "headrace.drop.action": "Int",
      ])
  }
}
