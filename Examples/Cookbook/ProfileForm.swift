import Headrace

/// Teaches bindings: a form that needs no action for each of its fields.
///
/// `BindingReducer` comes first, so that the reducers after it see the new value.
@Reducer
struct ProfileForm {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var age = 18
    var getsNews = false
    var phase = Phase.editing

    var problem: Problem? {
      if name.isEmpty { return .nameIsMissing }
      return Self.ages.contains(age) ? nil : .ageIsOutOfRange(Self.ages)
    }

    static let ages = 16...120
  }

  /// The progress of the form.
  enum Phase: Equatable {
    case editing
    case refused(Problem)
    case saved
  }

  /// The reasons the form can't be saved.
  enum Problem: Equatable {
    case nameIsMissing
    case ageIsOutOfRange(ClosedRange<Int>)
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case saveButtonTapped
    case resetButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case saved(name: String, age: Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        // A longer name is cut while it is typed, as its text field does.
        state.name = String(state.name.prefix(20))
        state.phase = .editing
        return .none
      case .binding(\.getsNews):
        return .none
      case .binding:
        state.phase = .editing
        return .none
      case .saveButtonTapped:
        if let problem = state.problem {
          state.phase = .refused(problem)
          return .none
        }
        state.phase = .saved
        return .send(.delegate(.saved(name: state.name, age: state.age)))
      case .resetButtonTapped:
        state = State()
        return .none
      case .delegate:
        return .none
      }
    }
  }
}
