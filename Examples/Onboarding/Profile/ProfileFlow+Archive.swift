import Headrace
import HeadraceFlow

/// How the second tab comes back after its process has ended.
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
  /// A name that was being saved is not saved again without asking: the member is informed.
  static let archive = ScreenArchive<State, Action>()
    .failing(when: { $0.isSaving }) {
      $0.isSaving = false
      $0.problem = "It is not known whether the name was saved."
    }
}
