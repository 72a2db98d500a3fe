import Foundation
import Headrace

/// A lamp whose bulb burns until it is switched off or removed.
struct Lamp: Reducer {
  struct State: Equatable {
    var bulb: Bulb.State? = Bulb.State()
    var touchCount = 0
    var label = ""
  }

  @CasePathable
  enum Action {
    case touch
    case bulb(Bulb.Action)
    case bulbTaken
  }

  let isBright: Bool
  let wattage: Int
  var label = ""
  let reads: Reads
  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    let _ = reads.note()
    Reduce { [label] state, action in
      state.label = label
      if case .bulbTaken = action { state.bulb = nil }
      return .none
    }
    .ifLet(\.bulb, action: \.bulb) { Bulb() }
  }
}

struct Bulb: Reducer {
  struct State: Equatable {}
  enum Action { case burn, putOut, replace }
  enum CancelID { case light }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .burn: .run { _ in await Gate().pass() }.cancellable(id: CancelID.light)
    case .putOut: .cancel(id: CancelID.light)
    case .replace:
      .run { _ in await Gate().pass() }.cancellable(id: CancelID.light, cancelInFlight: true)
    }
  }
}

/// Counts how often a body was read.
final class Reads {
  private(set) var count = 0
  func note() { count += 1 }
}

/// The ways in which a reducer can come to be called by hand.
enum Wrapping: CaseIterable, Sendable {
  case generic, concrete, captured, hidden, protocolled, madeAnew, madeAnewByString
  case madeAnewInClosure, onChange, nested

  /// Whether the store knows the reducer again that is called for every action, so that its body
  /// is read but once.
  var callsTheSame: Bool {
    switch self {
    case .generic, .concrete, .captured, .hidden, .protocolled, .nested, .madeAnew, .onChange: true
    case .madeAnewByString, .madeAnewInClosure: false
    }
  }

  func reducer(of reads: Reads) -> any Reducer<Lamp.State, Lamp.Action> {
    let lamp = Lamp(isBright: true, wattage: 60, reads: reads)
    return switch self {
    case .generic: GenericShade(isOpen: true, base: lamp)
    case .concrete: ConcreteShade(isOpen: true, base: lamp)
    case .captured:
      Reduce { state, action in
        state.touchCount += 1
        return lamp.reduce(into: &state, action: action)
      }
    case .hidden: Reduce(lamp)
    case .protocolled: WrapperShade(base: lamp)
    case .madeAnew: MakingShade(reads: reads) { Lamp(isBright: $0 > 0, wattage: 60, reads: $1) }
    case .madeAnewByString:
      MakingShade(reads: reads) {
        Lamp(
          isBright: true, wattage: 60, label: "a long label that is on the heap \($0)", reads: $1)
      }
    case .madeAnewInClosure:
      Reduce { state, action in
        state.touchCount += 1
        let count = state.touchCount
        return Anew { count > 0 ? lamp : lamp }.reduce(into: &state, action: action)
      }
    case .onChange:
      Reduce { state, action in
        state.touchCount += 1
        return .none
      }
      .onChange(of: \.touchCount) { _, _ in lamp }
    case .nested: GenericShade(isOpen: true, base: ConcreteShade(isOpen: false, base: lamp))
    }
  }
}

/// Calls its base by hand; a `Bool` beside it leaves bytes that nothing writes.
private struct GenericShade<Base: Reducer>: Reducer where Base.State == Lamp.State {
  let isOpen: Bool
  let base: Base

  func reduce(into state: inout Lamp.State, action: Base.Action) -> Effect<Base.Action> {
    state.touchCount += 1
    let effect = base.reduce(into: &state, action: action)
    state.touchCount += 1
    return effect
  }
}

private struct ConcreteShade: Reducer {
  let isOpen: Bool
  let base: Lamp

  func reduce(into state: inout Lamp.State, action: Lamp.Action) -> Effect<Lamp.Action> {
    state.touchCount += 1
    return base.reduce(into: &state, action: action)
  }
}

private struct WrapperShade<Base: Reducer>: WrapperReducer where Base.State == Lamp.State {
  let base: Base

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    state.touchCount += 1
    return base.reduce(into: &state, action: action)
  }
}

/// Calls another lamp for every action.
private struct MakingShade: Reducer {
  let reads: Reads
  let make: (Int, Reads) -> Lamp

  func reduce(into state: inout Lamp.State, action: Lamp.Action) -> Effect<Lamp.Action> {
    state.touchCount += 1
    return make(state.touchCount, reads).reduce(into: &state, action: action)
  }
}

/// A feature whose closure is another one each time.
private struct Anew: Reducer {
  let make: () -> Lamp

  var body: some Reducer<Lamp.State, Lamp.Action> { make() }
}
