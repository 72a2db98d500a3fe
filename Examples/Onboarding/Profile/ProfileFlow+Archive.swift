import Headrace
import HeadraceFlow

/// The archive that restores the second tab in the next process.
let profileArchive = RouteArchive<ProfileFlow, ProfileScreen>(
  routes: \.routes, router: \.router, requests: ["region": \.region],
  format: clubFormat
) {
  ArchivedScreen("page", state: \.page, action: \.page, ScreenArchive())
  ArchivedScreen("name", state: \.name, action: \.name, NameForm.archive)
  ArchivedScreen("regions", state: \.regions, action: \.regions, ScreenArchive())
  ArchivedScreen("rules", state: \.rules, action: \.rules, ScreenArchive())
}

extension NameForm {
  /// A name that was being saved is not silently saved again: the member is informed.
  static let archive = ScreenArchive<State, Action>()
    .failing(when: { $0.isSaving }) {
      $0.isSaving = false
      $0.problem = "It is not known whether the name was saved."
    }
}
