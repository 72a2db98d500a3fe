import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct PhotoActionsTests {
  private func makeStore() -> TestStoreOf<PhotoActions> {
    TestStore(initialState: PhotoActions.State()) { PhotoActions() }
  }

  @Test func theAnswerEndsTheDialog() async {
    let store = makeStore()
    await store.send(.moreButtonTapped) { $0.dialog = .more }
    await store.send(\.dialog.addToAlbum, "Summer") {
      $0.albumNames = ["Summer"]
      $0.dialog = nil
    }
  }

  @Test func deletingAsksASecondTime() async {
    let store = makeStore()
    await store.send(.moreButtonTapped) { $0.dialog = .more }
    await store.send(\.dialog.deleteAll) {
      $0.dialog = nil
      $0.alert = .deletion(photoCount: 3)
    }
    await store.send(\.alert.deletionConfirmed) {
      $0.alert = nil
      $0.photoCount = 0
    }
  }

  @Test func eachQuestionCanBeLeftWithoutAnAnswer() async {
    let store = makeStore()
    await store.send(.moreButtonTapped) { $0.dialog = .more }
    await store.send(\.dialog.dismiss) { $0.dialog = nil }
    await store.send(.moreButtonTapped) { $0.dialog = .more }
    await store.send(\.dialog.deleteAll) {
      $0.dialog = nil
      $0.alert = .deletion(photoCount: 3)
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state == PhotoActions.State())
  }
}
