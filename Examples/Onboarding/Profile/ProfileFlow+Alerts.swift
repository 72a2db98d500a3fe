import Headrace

extension AlertState<ProfileFlow.Alert> {
  /// Asks before what was typed is lost.
  static var unsaved: Self {
    AlertState(
      .confirmDestruction, TextState("Discard the new name?"), yes: TextState("Discard"),
      no: TextState("Keep editing"), action: .discardConfirmed)
  }

  /// Asks before the member logs out.
  static var logOut: Self {
    AlertState(
      .confirm, TextState("Log out?"), yes: TextState("Log out"), no: TextState("Stay"),
      action: .logOutConfirmed)
  }
}
