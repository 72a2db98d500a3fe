import Headrace
import HeadraceFlow

extension AlertState<ProfileFlow.Alert> {
  /// Asks before typed text is lost.
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

/// The links of this tab: `trails://rules`.
///
/// The host opens links with `.keepRoot`, so the page at the root keeps the member that it shows.
let profileLinks = DeepLinkParser<ProfileScreen.State>(
  "trails://", root: .page(ProfilePage.State(member: Member(name: "")))
) {
  ScreenLink(\.rules, LinkPattern("rules", make: ClubRules.State()))
}
