import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import SendFeature
import Testing
import WalletApp

@testable import WalletCLI

/// The contacts' screen, and the other screens that show their names.
@Suite struct ContactsScreenTests {
  @Test func theContactsAreAList() {
    let state = HomeSample.place(HomeSample.home, [HomeSample.contactsScreen()])
    HomeSample.terminal(80, 24).expectScreen(
      state,
      """
      Headrace › Home › Contacts
      ────────────────────────────────────────────────────────────────────────────────
      Bob                0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      민수               0x90F79bf6EB2c4f870365E785982E1f101E93b906



















      a Add   ⏎ Rename   d Remove   esc Back
      """)
    let korean = HomeSample.place(HomeSample.home, [HomeSample.contactsScreen()], .korean)
    HomeSample.terminal(40, 12).expectScreen(
      korean,
      """
      Headrace › 홈 › 연락처
      Bob                0x70997970…0d17dc79C8
      민수               0x90F79bf6…101E93b906








      a 추가  ⏎ 이름 변경  d 지우기  esc 뒤로
      """)
  }

  @Test func aRefusalIsShownBelowTheTypedText() {
    var state = HomeSample.place(
      HomeSample.home,
      [
        HomeSample.contactsScreen(
          .adding(name: "B0b", address: ""), .refused(.nameTaken(by: HomeSample.contacts[0])))
      ])
    state.contactForm.name.replace(by: "B0b")
    state.contactForm.focus = .address
    HomeSample.terminal(80, 10).expectScreen(
      state,
      """
      Headrace › Home › New contact
      Name
        B0b
        Bob has that name, or one that looks the same.
      Address
      › an address, such as 0x5290…9EE7



      ⏎ Save   tab Next   esc Back
      """)
    state.language = .korean
    HomeSample.terminal(40, 12).expectScreen(
      state,
      """
      Headrace › 홈 › 새 연락처
      이름
        B0b
        Bob 연락처의 이름과 같거나 비슷하게
        보입니다.
      주소
      › 0x5290…9EE7 같은 주소




      ⏎ 저장   tab 다음   esc 뒤로
      """)
  }

  @Test func aContactIsRenamed() {
    var state = HomeSample.place(
      HomeSample.home,
      [
        HomeSample.contactsScreen(
          .renaming(HomeSample.contacts[0], name: ""), .name(.empty))
      ])
    state.contactForm.name.replace(by: "")
    HomeSample.terminal(80, 10).expectScreen(
      state,
      """
      Headrace › Home › Rename contact
      0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Name
      ›
        Type a name.




      ⏎ Save   esc Back
      """)
  }

  private static let form = SendMoney.State(
    account: HomeSample.account, chainID: 1, ownAddresses: [HomeSample.own])

  @Test func aRecipientIsChosenFromTheContacts() {
    var state = HomeSample.place(HomeSample.home, [.send(Self.form)])
    state.sheet = .contacts
    HomeSample.terminal(80, 24).expectScreen(
      state,
      """
      Headrace › Home › Send
      ────────────────────────────────────────────────────────────────────────────────
      Recipient
      › an address, such as 0x5290…9EE7
      Amount in ether
        such as 0.25, or max
        The account has 10,001.25 ETH.
      Fee
         slow
         normal
         fast
         own







        ╭─ Choose a recipient ─────────────────────────────────────────────────────╮
        │ Bob                0x70997970C51812dc3A010C7d01b50e0d17dc79C8            │
        │ 민수               0x90F79bf6EB2c4f870365E785982E1f101E93b906            │
        │ ⏎ Choose   esc Back                                                      │
        ╰──────────────────────────────────────────────────────────────────────────╯
      """)
    var form = Self.form
    form.recipientText = HomeSample.bob.checksummed
    state = HomeSample.place(HomeSample.home, [.send(form)])
    state.form.recipient.replace(by: HomeSample.bob.checksummed)
    state.form.focus = .amount
    HomeSample.terminal(80, 14).expectScreen(
      state,
      """
      Headrace › Home › Send
      Recipient
        0x70997970C51812dc3A010C7d01b50e0d17dc79C8
        Bob
      Amount in ether
      › such as 0.25, or max
        The account has 10,001.25 ETH.
      Fee
         slow
         normal
         fast
         own

      ⏎ Review   tab Next   F2 Contact   esc Back
      """)
  }

  // MARK: - Keys

  @Test func theKeyF2TakesAContactIntoTheForm() async throws {
    let state = HomeSample.place(HomeSample.home, [.send(Self.form)])
    let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
    store.exhaustivity = .off
    for name in ["f2", "down", "enter"] {
      await store.send(.view(.keyPressed(try #require(Key(name)))))
      await store.skipReceivedActions(strict: false)
    }
    let chosen = HomeSample.contacts[1].address.checksummed
    #expect(store.state.form.recipient.text == chosen)
    #expect(store.state.form.focus == .amount)
    #expect(store.state.top?.send?.recipientText == chosen)
    #expect(store.state.sheet == nil)
    await store.finish()
  }

  @Test func aContactIsTypedAndRemovedByKeys() async throws {
    let carol = HomeSample.contact("Carol", HomeSample.stranger)
    let state = HomeSample.place(HomeSample.home, [HomeSample.contactsScreen()])
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.contacts.add = { contact throws(ContactRefusal) in HomeSample.contacts + [contact] }
      $0.contacts.remove = { address throws(ContactRefusal) in
        #expect(address == HomeSample.bob)
        return [carol]
      }
    }
    store.exhaustivity = .off
    func press(_ names: String...) async throws {
      for name in names {
        await store.send(.view(.keyPressed(try #require(Key(name)))))
        await store.skipReceivedActions(strict: false)
      }
    }
    try await press("a", "C", "a", "r", "o", "l", "enter")
    await store.send(.view(.pasted(HomeSample.stranger.checksummed)))
    try await press("enter")
    #expect(store.state.top?.contacts?.contacts == HomeSample.contacts + [carol])
    #expect(store.state.contacts == HomeSample.contacts + [carol], "Home knows the name, too")
    try await press("d")
    #expect(store.state.alert != nil)
    await store.send(.alert(.presented(.removalConfirmed(HomeSample.bob))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.contacts == [carol])
    // Both are shown.
    let toasts = store.state.toasts
    #expect(toasts.visible.count + toasts.waiting.count == 2)
    await store.skipInFlightEffects(strict: false)
  }

  // MARK: - Texts

  private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  static let texts: [(ContactsFailure, String, String)] = [
    (.name(.empty), "Type a name.", "이름을 입력하세요."),
    (
      .name(.tooLong(found: 41, max: 40)), "A name has at most 40 characters.",
      "이름은 40자를 넘을 수 없습니다."
    ),
    (
      .name(.blanks), "A name can't begin or end with a space, or have two in a row.",
      "이름의 앞뒤나 연속된 곳에는 빈칸을 둘 수 없습니다."
    ),
    (
      .name(.invisible), "The name has a character that can't be seen.",
      "이름에 보이지 않는 문자가 있습니다."
    ),
    (
      .name(.looksLikeAddress), "A name can't begin with 0x, as addresses do.",
      "이름은 주소처럼 0x로 시작할 수 없습니다."
    ),
    (
      .address(.missingPrefix), "This is not an address: enter 0x and 40 hexadecimal digits.",
      "주소가 아닙니다. 0x와 16진수 40자리가 필요합니다."
    ),
    (
      .address(.wrongDigitCount(found: 2)),
      "This is not an address: enter 0x and 40 hexadecimal digits.",
      "주소가 아닙니다. 0x와 16진수 40자리가 필요합니다."
    ),
    (
      .address(.notADigit(position: 3)),
      "This is not an address: enter 0x and 40 hexadecimal digits.",
      "주소가 아닙니다. 0x와 16진수 40자리가 필요합니다."
    ),
    (
      .address(.wrongChecksum(expected: address)),
      "The case of the letters does not match the digits. Copy the address as its owner shows it.",
      "글자의 대소문자가 숫자와 맞지 않습니다. 주인이 보여 준 주소를 그대로 복사해 주세요."
    ),
    (
      .address(.noChecksum(expected: address)),
      "The case of the letters does not match the digits. Copy the address as its owner shows it.",
      "글자의 대소문자가 숫자와 맞지 않습니다. 주인이 보여 준 주소를 그대로 복사해 주세요."
    ),
    (
      .name(.mixedScripts(word: "Воb")),
      "A word has letters of one script: “Воb” mixes letters that look alike.",
      "한 낱말은 한 문자로 써야 합니다. “Воb” 안에 비슷해 보이는 다른 문자가 섞여 있습니다."
    ),
    (
      .nameLooksLikeOwn("Savings"),
      "Your account Savings has that name, or one that looks the same.",
      "당신의 계정 Savings의 이름과 같거나 비슷하게 보입니다."
    ),
    (
      .addressIsZero, "The zero address has no known key.",
      "0 주소의 키는 아무도 갖고 있지 않습니다."
    ),
    (
      .addressLooksLikeOwn(HomeSample.bob),
      "Your own address begins and ends the same: \(address). This may be an attempt to mislead you.",
      "당신의 주소와 처음과 끝이 같습니다: \(address). 혼동을 노린 주소일 수 있습니다."
    ),
    (
      .refused(.addressTaken(by: HomeSample.contacts[0])), "Bob has that address already.",
      "이미 Bob 연락처의 주소입니다."
    ),
    (
      .refused(.addressLooksLike(HomeSample.contacts[0])),
      "The address of Bob begins and ends the same: \(address). This may be an attempt to mislead you.",
      "Bob 연락처의 주소와 처음과 끝이 같습니다: \(address). 혼동을 노린 주소일 수 있습니다."
    ),
    (
      .refused(.nameTaken(by: HomeSample.contacts[0])),
      "Bob has that name, or one that looks the same.", "Bob 연락처의 이름과 같거나 비슷하게 보입니다."
    ),
    (
      .refused(.full(max: 1_000)), "There are 1000 contacts already; remove one first.",
      "연락처가 이미 1000개입니다. 먼저 하나를 지우세요."
    ),
    (
      .refused(.unknown), "This contact no longer exists.", "그 연락처는 더 이상 없습니다."
    ),
  ]

  @Test(arguments: texts)
  func everyRefusalIsASentence(failure: ContactsFailure, english: String, korean: String) {
    #expect(ContactText.text(of: failure, Texts(.english)) == english)
    #expect(ContactText.text(of: failure, Texts(.korean)) == korean)
  }

  @Test func aNameCanNotChangeASentence() {
    let bob = HomeSample.contact("%@ %1$@", HomeSample.bob)
    #expect(
      ContactText.text(of: .refused(.nameTaken(by: bob)), Texts(.english))
        == "%@ %1$@ has that name, or one that looks the same.")
    #expect(
      ContactText.text(of: .refused(.addressLooksLike(bob)), Texts(.english))
        == "The address of %@ %1$@ begins and ends the same: \(Self.address). "
        + "This may be an attempt to mislead you.")
  }
}
