import Headrace

extension AlertState<ProfileFlow.Alert> {
  /// Asks before what was typed is lost.
  static var unsaved: Self {
    AlertState {
      TextState("Discard the new name?")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep editing") }
    }
  }

  /// Asks before the member logs out.
  static var logOut: Self {
    AlertState {
      TextState("Log out?")
    } actions: {
      ButtonState(action: .logOutConfirmed) { TextState("Log out") }
      ButtonState(role: .cancel) { TextState("Stay") }
    }
  }
}
