import Headrace
import Testing

@Suite struct AlertModeTests {
  private func alert(_ mode: AlertMode, message: TextState? = nil) -> AlertState<Int> {
    AlertState(
      mode, TextState("Go on?"), yes: TextState("Yes"), no: TextState("No"), message: message,
      action: 1)
  }

  @Test(arguments: AlertMode.allCases)
  func aQuestionOfAModeHasAWayOnAndAWayBack(mode: AlertMode) {
    let written = alert(mode, message: TextState("Think."))
    #expect(written.mode == mode)
    #expect(written.title == TextState("Go on?"))
    #expect(written.message == TextState("Think."))
    #expect(
      written.buttons == [
        ButtonState(role: mode == .confirmDestruction ? .destructive : nil, action: 1) {
          TextState("Yes")
        },
        ButtonState(role: .cancel) { TextState("No") },
      ])
  }

  @Test func theModeIsPartOfWhatIsAsked() {
    #expect(alert(.confirm) != alert(.requireLogin))
    #expect(alert(.confirm).map { $0.map(String.init) }.mode == .confirm)
    let other = AlertState<Int> { TextState("Go on?") }
    #expect(other.mode == nil)
    #expect(Set([alert(.confirm), alert(.confirm), alert(.requireLogin)]).count == 2)
  }
}
