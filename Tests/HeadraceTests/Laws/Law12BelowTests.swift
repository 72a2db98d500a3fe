import Headrace
import Testing

/// Law 12, further down: states in states, plain children, observers that send.
@MainActor
struct Law12BelowTests {
  @Test func aChildBelowAReplacedStateIsStillFollowed() {
    let store = Store(initialState: Garden.State()) { Garden() }
    let bed = store.scope(state: \.plot.bed, action: \.bed)
    var names: [String] = []
    let token = bed.observe { names.append(bed.name) }
    store.send(.plotReplaced("a"))
    store.send(.bedReplaced("b"))
    #expect(names == ["", "a", "b"])
    token.cancel()
  }

  @Test func aChildThatMovedToAnotherStateIsStillFollowed() {
    let store = Store(initialState: Garden.State()) { Garden() }
    let bed = store.scope(state: \.plot.bed, action: \.bed)
    var names: [String] = []
    let token = bed.observe { names.append(bed.name) }
    store.send(.plotMoved)
    store.send(.bedReplaced("b"))
    #expect(names == ["", "b"])
    token.cancel()
  }

  @Test func aLinkToARemovedChildReadsForNoObserver() throws {
    let store = Store(initialState: Garden.State(shed: Shed())) { Garden() }
    let shed = try #require(store.scope(state: \.shed, action: \.shed))
    let bed = shed.scope(state: \.bed, action: \.bed)
    let token = bed.observe { _ = bed.name }
    // The child was removed, and nothing reads it, so nothing is reported.
    store.send(.shedRemoved)
    store.send(.nothing)
    token.cancel()
  }

  @Test func aStoreThatGoesBetweenReducingAndTellingIsForgotten() throws {
    let store = Store(initialState: Garden.State(shed: Shed())) { Garden() }
    let holder = Holder()
    holder.shed = store.scope(state: \.shed, action: \.shed)
    holder.bed = holder.shed?.scope(state: \.bed, action: \.bed)
    _ = holder.bed?.name
    var titles: [String] = []
    let token = store.observe { titles.append(store.title) }
    store.instruments = [Releaser(holder)]
    store.send(.titled("b"))
    #expect(holder.bed == nil)
    #expect(titles == ["", "b"])
    token.cancel()
  }

  @Test func effectsBelowPlainChildrenWakeNoObserver() async {
    let store = Store(initialState: Garden.State(only: Sprout.State(id: 9))) { Garden() }
    store.send(.sprouts(.element(id: 1, action: .grow)))
    store.send(.only(.grow))
    store.send(.always(.grow))
    var reads = 0
    let token = store.observe {
      reads += store.sprouts.count + (store.only == nil ? 0 : 1) + store.always.id
    }
    let before = reads
    store.send(.nothing)
    #expect(reads == before)
    token.cancel()
  }

  @Test func anObserverIsNotRunWithinItself() {
    let store = Store(initialState: Garden.State()) { Garden() }
    var depth = 0
    var depthMax = 0
    var names: [String] = []
    let first = store.observe {
      depth += 1
      depthMax = max(depthMax, depth)
      names.append(store.title)
      if store.title == "first" { store.send(.sproutAdded) }
      depth -= 1
    }
    let second = store.observe {
      if store.sprouts.count == 3 { store.send(.titled("second")) }
    }
    store.send(.titled("first"))
    #expect(names == ["", "first", "second"])
    #expect(depthMax == 1)
    first.cancel()
    second.cancel()
  }
}

private final class Holder {
  var shed: Store<Shed, Garden.Nothing>?
  var bed: Store<Bed, Int>?
}

private final class Releaser: StoreInstrument {
  typealias State = Garden.State
  typealias Action = Garden.Action
  let holder: Holder

  init(_ holder: Holder) { self.holder = holder }

  func actionReduced(_ action: Garden.Action, id: ActionID, state: Garden.State) {
    holder.bed = nil
    holder.shed = nil
  }
}

@ObservableState
private struct Bed {
  var name = ""
}

@ObservableState
private struct Plot {
  var bed = Bed()
}

private struct Shed {
  var bed = Bed()
}

/// A child without `@ObservableState`, with an effect that keeps running.
private struct Sprout: Reducer {
  struct State: Identifiable {
    let id: Int
  }

  enum Action { case grow }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
    }
  }
}

private struct Garden: Reducer {
  @ObservableState
  struct State {
    var title = ""
    var plot = Plot()
    var shed: Shed?
    var sprouts: IdentifiedArrayOf<Sprout.State> = [Sprout.State(id: 1), Sprout.State(id: 2)]
    var only: Sprout.State?
    var always = Sprout.State(id: 0)
  }

  @CasePathable
  enum Nothing { case bed(Int) }

  @CasePathable
  enum Action {
    case titled(String)
    case plotReplaced(String)
    case plotMoved
    case bedReplaced(String)
    case bed(Nothing)
    case shed(Nothing)
    case shedRemoved
    case sproutAdded
    case nothing
    case sprouts(IdentifiedAction<Int, Sprout.Action>)
    case only(Sprout.Action)
    case always(Sprout.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.always, action: \.always) { Sprout() }
    Reduce { state, action in
      switch action {
      case .titled(let title): state.title = title
      case .plotReplaced(let name): state.plot = Plot(bed: Bed(name: name))
      case .plotMoved: state.plot = Plot(bed: state.plot.bed)
      case .bedReplaced(let name): state.plot.bed = Bed(name: name)
      case .shedRemoved: state.shed = nil
      case .sproutAdded: state.sprouts.append(Sprout.State(id: 3))
      case .nothing, .bed, .shed, .sprouts, .only, .always: break
      }
      return .none
    }
    .forEach(\.sprouts, action: \.sprouts) { Sprout() }
    .ifLet(\.only, action: \.only) { Sprout() }
  }
}
