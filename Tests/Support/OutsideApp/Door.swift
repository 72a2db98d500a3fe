import Headrace
import PasscodeFeature

/// A door in another package that opens for the right passcode.
@Reducer
struct Door {
  @ObservableState
  struct State: Equatable {
    var passcode = EnterPasscode.State(.verify, rules: PasscodeRules(kinds: [.digits(count: 6)]))
    var isOpen = false
  }

  enum Action {
    case passcode(EnterPasscode.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.passcode, action: \.passcode) { EnterPasscode() }
    Reduce { state, action in
      if case .passcode(.delegate(.verified)) = action { state.isOpen = true }
      return .none
    }
  }
}
