import HeadraceTesting
import PasscodeFeature
import Testing

@testable import Shop

@Test func theRightPasscodeOpensTheDoor() async {
  let store = TestStore(initialState: Door.State()) {
    Door()
  } withDependencies: {
    $0.passcodes.deposit = { PasscodeHandle(id: 1) }
    $0.passcodes.check = { _ throws(PasscodeFailure) in }
  }
  await store.send(.passcode(.view(.typed(count: 6)))) { $0.passcode.isWorking = true }
  await store.receive(\.passcode.inner.verified) {
    $0.passcode.isWorking = false
    $0.passcode.step = .finished
  }
  await store.receive(\.passcode.delegate.verified) { $0.isOpen = true }
}
