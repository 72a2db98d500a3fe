import Foundation
import Headrace
import HeadraceFlow

/// The archive that restores the app in the next process: the selected tab, and each tab's stack.
///
/// A user who had not reached the tabs starts again.
let clubArchive = RouteArchive<ClubApp, ClubScreen>(
  routes: \.routes, router: \.router, format: clubFormat
) {
  ArchivedScreen("tabs", state: \.tabs, action: \.tabs, ClubTabs.archive)
}

extension ClubTabs {
  /// The archive of the tabs; the member is on the page at the root of the second tab.
  static let archive = ScreenArchive<State, Action>(
    startingWith: State(member: Member(name: ""))
  )
  .nesting(clubTabArchive, by: \.restoration)
}

/// The archive that restores the tabs.
let clubTabArchive = TabArchive<ClubTabs, ClubTab>(tabs: \.tabs, action: \.tabs) {
  ArchivedTab(
    "trails", .trails, state: \.trails, action: \.trails, trailsArchive, by: \.restoration)
  ArchivedTab(
    "profile", .profile, state: \.profile, action: \.profile, profileArchive, by: \.restoration)
}

/// The encoding of the app's states.
let clubFormat = RouteArchiveFormat(
  encode: { try Array(JSONEncoder().encode($0)) },
  decode: { try JSONDecoder().decode($0, from: Data($1)) })
