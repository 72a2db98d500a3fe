import Headrace
import HeadraceFlow

/// The story that the program tells: two processes of one app.
struct Story {
  let host: Host
  let clock: any Clock<Duration>

  func tell() async throws {
    try await logInAndTakeTheTour()
    try await changeTheProfile()
    try await comeBack()
  }

  /// Opens a link before the login: it waits, and is opened once the tabs exist.
  private func logInAndTakeTheTour() async throws {
    await host.start(clock: clock)
    await host.user("A link arrives: trails://trails/7", .open("trails://trails/7"))
    await host.user("Bob types his name.", await host.logIn(.nameChanged("Bob")))
    await host.user("Bob taps 'Log in'.", await host.logIn(.logInButtonTapped))
    await host.user("Ada types her name.", await host.logIn(.nameChanged("Ada")))
    await host.user("Ada taps 'Log in'.", await host.logIn(.logInButtonTapped))
    await host.user("Ada taps 'Next'.", await host.tour(.welcome(.nextButtonTapped)))
    await host.user("Ada taps 'Forest'.", await host.tour(.regions(.regionTapped(.forest))))
    await host.user("Ada taps 'Back'.", await host.trails(.trail(.backButtonTapped)))
    await host.user("A link arrives: trails://trials/7", .open("trails://trials/7"))
  }

  /// Changes the profile: a guard keeps a name that is not saved, and an alert asks about it.
  private func changeTheProfile() async throws {
    await host.user("Ada taps the tab 'Profile'.", await host.tabs(.select(.profile)))
    await host.user("Ada taps 'Name'.", await host.profile(.page(.nameButtonTapped)))
    await host.user("Ada types a name.", await host.profile(.name(.view(.textChanged("Ada L.")))))
    await host.user("Ada taps 'Back'.", await host.profile(.name(.view(.backButtonTapped))))
    await host.user("Ada taps 'Keep editing'.", await host.alert(.dismiss))
    await host.user("Ada taps 'Save'.", await host.profile(.name(.view(.saveButtonTapped))))
    await host.user("Ada taps 'Name'.", await host.profile(.page(.nameButtonTapped)))
    await host.user("Ada types a name.", await host.profile(.name(.view(.textChanged("Oops")))))
    await host.user("Ada swipes back.", await host.swipeBack())
    await host.user("Ada taps 'Discard'.", await host.alert(.presented(.discardConfirmed)))
    await host.user("Ada taps 'Region'.", await host.profile(.page(.regionButtonTapped)))
  }

  /// Ends the process while a sheet waits for an answer; the next process continues with the sheet.
  private func comeBack() async throws {
    let member = await host.state.member
    let archive = try clubArchive.encode(await host.state)
    await host.stop("The process ends, and another one begins.")
    await host.start(as: member, clock: clock)
    await host.user("The host restores the screens.", await host.restore(archive))
    await host.user(
      "Ada taps 'Mountains'.", await host.profile(.regions(.regionTapped(.mountains))))
    await host.user("A link arrives: trails://rules", .open("trails://rules"))
    await host.user("Ada taps the tab 'Profile' again.", await host.tabs(.select(.profile)))
    await host.user("Ada taps 'Log out'.", await host.profile(.page(.logOutButtonTapped)))
    await host.user("Ada taps 'Log out'.", await host.alert(.presented(.logOutConfirmed)))
  }
}

/// Plays the story of the app at the pace of its clock.
@main
enum Program {
  static func main() async throws {
    try await Story(host: Host(write: { print($0) }), clock: ContinuousClock()).tell()
  }
}
