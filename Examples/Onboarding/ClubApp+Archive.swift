import Foundation
import Headrace
import HeadraceFlow

/// How the app comes back after its process has ended: with the tab that was shown, and with the
/// stack of each tab. A user who had not reached the tabs starts again.
let clubArchive = RouteArchive<ClubApp, ClubScreen>(
  routes: \.routes, router: \.router, format: clubFormat
) {
  ArchivedScreen("tabs", state: \.tabs, action: \.tabs, ClubTabs.archive)
}

extension ClubTabs {
  /// The member is on the page at the root of the second tab.
  static let archive = ScreenArchive<State, Action>(
    startingWith: State(member: Member(name: ""))
  )
  .nesting(clubTabArchive, by: \.restoration)
}

/// How the tabs come back.
let clubTabArchive = TabArchive<ClubTabs, ClubTab>(tabs: \.tabs, action: \.tabs) {
  ArchivedTab(
    "trails", .trails, state: \.trails, action: \.trails, trailsArchive, by: \.restoration)
  ArchivedTab(
    "profile", .profile, state: \.profile, action: \.profile, profileArchive, by: \.restoration)
}

/// The bytes of the app's states.
let clubFormat = RouteArchiveFormat(
  encode: { try Array(JSONEncoder().encode($0)) },
  decode: { try JSONDecoder().decode($0, from: Data($1)) })
