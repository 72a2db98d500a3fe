import Headrace
import HeadraceFlow

/// Where links lead in this tab: `trails://rules`.
///
/// The host opens links by `.keepRoot`, so the page at the root keeps the member that it shows.
let profileLinks = DeepLinkParser<ProfileScreen.State>(
  "trails://", root: .page(ProfilePage.State(member: Member(name: "")))
) {
  ScreenLink(\.rules, LinkPattern("rules", make: ClubRules.State()))
}
