import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct BackupTests {
  private let file = Backup.File(name: "diary", byteCount: 100)

  private func makeStore(
    _ phase: Backup.Phase = .local, drive prepareDrive: (inout CloudDrive) -> Void
  ) -> TestStoreOf<Backup> {
    TestStore(initialState: Backup.State(file: file, phase: phase)) {
      Backup()
    } withDependencies: {
      prepareDrive(&$0.cloudDrive)
    }
  }

  @Test func aFileThatFitsExactlyIsStored() async {
    let store = makeStore {
      $0.freeByteCount = { 100 }
      $0.upload = { #expect($0 == "diary") }
    }
    await store.send(.storeButtonTapped) { $0.phase = .busy }
    await store.receive(.ended(.stored)) { $0.phase = .stored }
    // There is nothing to store, and a full drive must not show the copy as refused.
    await store.send(.storeButtonTapped)
  }

  /// Without `upload`: nothing else is needed to prove that it is not called.
  @Test func aFileThatIsOneByteTooLongIsNotUploaded() async {
    let store = makeStore { $0.freeByteCount = { 99 } }
    await store.send(.storeButtonTapped) { $0.phase = .busy }
    await store.receive(.ended(.refused(missingByteCount: 1))) {
      $0.phase = .refused(missingByteCount: 1)
    }
  }

  @Test func aCopyIsRemoved() async {
    let store = makeStore(.stored) { $0.delete = { #expect($0 == "diary") } }
    await store.send(.removeButtonTapped) { $0.phase = .busy }
    await store.receive(.ended(.local)) { $0.phase = .local }
    await store.send(.removeButtonTapped)
  }

  @Test func anEndpointThatATestHasForgottenFailsItByName() async {
    await withKnownIssue {
      let store = makeStore(.stored) { _ in }
      await store.send(.removeButtonTapped) { $0.phase = .busy }
      await store.receive(.ended(.stored)) { $0.phase = .stored }
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("'CloudDrive.delete' was called, but has no implementation.")
    }
  }

  @Test func aDriveThatFailsIsAStateOfItsOwn() async {
    struct Unplugged: Error {}
    let store = makeStore { $0.freeByteCount = { throw Unplugged() } }
    await store.send(.storeButtonTapped) { $0.phase = .busy }
    await store.receive(.ended(.failed)) { $0.phase = .failed }
  }
}
