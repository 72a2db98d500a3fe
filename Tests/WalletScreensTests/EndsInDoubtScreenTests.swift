import ActivityClient
import HeadraceTerminal
import HeadraceTerminalTesting
import HomeFeature
import Testing
import WalletApp

@testable import WalletCLI

/// After a deep reorganisation Home and the payment's sheet reported "confirmed in block 1200".
@Suite struct EndsInDoubtScreenTests {
  @Test(
    arguments: [
      (
        Language.english, "in doubt: not in chain",
        "The node's chain lacks a payment's final block; see 'wallet repair'.",
        "confirmed in block 1200"
      ),
      (
        .korean, "체인에 없음: 확인 필요", "결제가 확정된 블록이 노드의 체인에 없습니다. 'wallet repair'를 보세요.",
        "블록 1200에서 확정"
      ),
    ], [Size(columns: 80, rows: 24), Size(columns: 40, rows: 24)])
  func aPaymentThatTheChainLacksIsNotShownAsConfirmed(
    texts: (language: Language, state: String, remedy: String, old: String), size: Size
  ) {
    let payment = ScreenSample.payment(3, .confirmed(ScreenSample.inclusion(3, 1_200)))
    for isInDoubt in [false, true] {
      var home = ScreenSample.home(payments: [payment])
      home.endsInDoubt = isInDoubt ? [payment.id] : []
      for sheet in [nil, TerminalWallet.Sheet.line(.payment(payment.id))] {
        let place = ScreenSample.place(texts.language, .home(home)) { $0.sheet = sheet }
        let text = TerminalWalletApp.app(SecretEntry()).grid(place, size).text
        let words = text.split { " │┃↑↓\n".contains($0) }.joined(separator: " ")
        // A narrow row has a sign instead of the state.
        let hasState = size.columns == 80 || sheet != nil
        #expect(words.contains(texts.state) == (isInDoubt && hasState), "\(text)")
        #expect(words.contains(texts.old) == (!isInDoubt && hasState), "\(text)")
        #expect(words.contains(texts.remedy) == isInDoubt, "\(text)")
      }
    }
  }
}
