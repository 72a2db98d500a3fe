import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct GalleryTests {
  private func makeStore() -> TestStoreOf<Gallery> {
    TestStore(initialState: Gallery.State()) { Gallery() }
  }

  @Test func aPreviewIsStateAloneAndTheHostEndsIt() async {
    let store = makeStore()
    await store.send(\.view.pictureTapped, "sea.png") {
      $0.destination = .preview(picture: "sea.png")
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func theFirstAnswerEndsTheQuestion() async {
    let store = makeStore()
    await store.send(\.view.starsTapped, "sea.png") {
      $0.destination = .stars(StarQuestion(title: "sea.png"))
    }
    await store.send(\.destination.stars.answered, 4) {
      $0.stars = ["sea.png": 4]
      $0.destination = nil
    }
  }

  @Test func aCaptionIsWrittenAndSaved() async {
    let store = makeStore()
    await store.send(\.view.captionTapped, "moon.png")
    await store.send(\.view.captionTapped, "hill.png") {
      $0.destination = .caption(CaptionEditor.State(picture: "hill.png", text: ""))
    }
    await store.send(\.destination.caption.binding.text, "A hill") {
      $0.destination?.modify(\.caption) { $0.text = "A hill" }
    }
    await store.send(\.destination.caption.saveButtonTapped)
    await store.receive(\.destination.caption.delegate.saved) { $0.captions["hill.png"] = "A hill" }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func anotherDestinationTakesThePlaceOfTheFirst() async {
    let store = makeStore()
    await store.send(\.view.captionTapped, "hill.png") {
      $0.destination = .caption(CaptionEditor.State(picture: "hill.png", text: ""))
    }
    await store.send(\.view.pictureTapped, "hill.png") {
      $0.destination = .preview(picture: "hill.png")
    }
    await store.send(\.view.starsTapped, "hill.png") {
      $0.destination = .stars(StarQuestion(title: "hill.png"))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }
}
