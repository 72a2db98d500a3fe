import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct UploadsTests {
  @Test(arguments: [true, false])
  func theToastOfTheEndTakesThePlaceOfTheOneThatWaits(isOnline: Bool) async {
    struct Offline: Error {}
    let clock = TestClock()
    let store = TestStore(initialState: Uploads.State()) {
      Uploads()
    } withDependencies: {
      $0.continuousClock = clock
      $0.cloudDrive.upload = { _ in
        try await clock.sleep(for: .seconds(10))
        if !isOnline { throw Offline() }
      }
    }
    await store.send(.uploadButtonTapped) { $0.isUploading = true }
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.loading(TextState("Uploading"), id: "upload")]
    }
    await clock.advance(by: .seconds(10))
    let end: Toast =
      isOnline
      ? .success(TextState("Uploaded"), id: "upload")
      : .error(TextState("The drive can't be reached."), id: "upload")
    await store.receive(isOnline ? .uploaded : .failed) { $0.isUploading = false }
    await store.receive(\.toasts.show) { $0.toasts.visible = [end] }
    await clock.advance(by: isOnline ? .seconds(3) : .seconds(6))
    await store.receive(\.toasts.expired) { $0.toasts.visible = [] }
  }
}
