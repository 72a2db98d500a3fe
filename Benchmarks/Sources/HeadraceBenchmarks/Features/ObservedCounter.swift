import Headrace

/// A counter whose state can be observed by field, written like the output of `@ObservableState`.
struct ObservedCounter: Reducer {
  struct State: ObservableState {
    private(set) var _$observationRegistrar = ObservationStateRegistrar()
    private var _count = 0

    var _$id: ObservableStateID { _$observationRegistrar.id }

    var count: Int {
      get {
        _$observationRegistrar.access(1)
        return _count
      }
      set {
        let change = ObservationStateRegistrar.change(from: _count, to: newValue)
        _count = newValue
        _$observationRegistrar.didSet(1, change)
      }
    }
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count &+= 1
      return .none
    }
  }
}
