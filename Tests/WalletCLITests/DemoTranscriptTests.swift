import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import Synchronization
import Testing
import VaultClientLive

@testable import WalletCLI

/// The whole story as text, with repeatable randomness.
@Suite struct DemoTranscriptTests {
  @Test func theStoryReadsTheSameEachTime() async throws {
    let home = try TemporaryHome()
    let chain = DevChain()
    let transcript = Transcript()
    let story = DemoStory(
      home: home.path, node: .jsonRPC(over: chain.transport), scrypt: .testing,
      random: .repeating(seed: 1), narrate: { transcript.add($0) })
    transcript.add(try await story.play().text)
    #expect(transcript.text == Self.expected)
  }

  /// The same in Korean, except for the names of actions, which are from the code.
  @Test func theStoryIsToldInKorean() async throws {
    let home = try TemporaryHome()
    let chain = DevChain()
    let transcript = Transcript()
    let story = Speech.$overriding.withValue(.korean) {
      DemoStory(
        home: home.path, node: .jsonRPC(over: chain.transport), scrypt: .testing,
        random: .repeating(seed: 1), narrate: { transcript.add($0) })
    }
    transcript.add(try await story.play().text(in: .korean))
    let told = transcript.text.split(separator: "\n").filter {
      !$0.hasPrefix("   →") && !$0.hasPrefix("   ←") && !$0.hasPrefix("    ")
    }
    #expect(told.joined(separator: "\n") == Self.korean)
  }

  /// Collects the lines of the story.
  ///
  /// The requests of the home screen and of the resumed payments run concurrently in no fixed
  /// order, so consecutive lines of them are sorted alphabetically.
  private final class Transcript: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) {
      lines.withLock { lines in
        var index = lines.count
        if Self.isUnordered(line) {
          while index > 0, Self.isUnordered(lines[index - 1]), line < lines[index - 1] {
            index -= 1
          }
        }
        lines.insert(line, at: index)
      }
    }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    private static func isUnordered(_ line: String) -> Bool {
      ["home.inner.", "resuming.", "send.inner.changed"].contains {
        line.hasPrefix("   ← " + $0)
      }
    }
  }
}

extension VaultRandom {
  /// Draws the same bytes and numbers each time, for tests that compare texts.
  fileprivate static func repeating(seed: UInt64) -> VaultRandom {
    let state = Mutex(seed)
    let next: @Sendable () -> UInt64 = {
      state.withLock { state in
        // Knuth's MMIX generator; its high bits are the good ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 32
      }
    }
    return VaultRandom(
      secret: { count in SecretBytes((0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }) },
      below: { Int(next() % UInt64($0)) })
  }
}

extension DemoTranscriptTests {
  private static let korean = """
    체인 31337의 지갑입니다.
    1. 만들기: 버릴 지갑의 복구 문구를 한 번 보여 줍니다.
       ▪ 만들기
    2. 확인: 단어 세 개를 되묻습니다.
    3. 암호 정하기: 금고가 키를 유도합니다. 1초 넘게 걸릴 수 있습니다.
       ▪ 홈
       지갑의 주소는 0x6Dfb525F7221e8aDA16E6F9D9Be9150f9bA51fe5입니다.
    4. 잠그고 다시 엽니다.
       ▪ 홈 › 잠금 해제
       ▪ 홈
    5. 체인의 첫 개발용 계정에서 2 ETH를 받습니다.
       블록 1에 담겼습니다: 0x1ac1a2484a992b3b8cc186771b2bb7fd49bac0fca014a1fff7edc5a6fed67424
       지갑에 2 ETH가 있습니다.
    6. 0.75 ETH를 0x2362b5Ec6e75A4d63274F17BF7c8c40183366Db6에 보냅니다.
       ▪ 홈 › 보내기
       검토: 21000 gas에 수수료는 최대 0.00005316268125 ETH, 모두 0.75005316268125 ETH입니다.
    7. 서명하고, 기록하고, 보내고, 지켜봅니다.
       ▪ 홈
    거래       0x5b3436e55bf46505e3b657f371e767490dc6bfdb5506c9a6d4865ee39c6402d3
    수수료     0.000037081340625 ETH
    지갑       1.249962918659375 ETH
    받는 사람  0.75 ETH
    장부가 1 wei까지 맞습니다.
    """

  private static let expected = """
    A wallet on chain 31337.

    1. Create: the phrase of this temporary wallet is shown once.
       → create.view.appeared
       ▪ Create
        protect orphan inflict hawk globe issue endorse salute top skate brown credit
       ← create.inner.phraseShown

    2. Confirm: three words are asked back.
       → create.view.phraseNotedButtonTapped
       ← create.inner.challenged
       → create.view.wordsEntered
       ← create.inner.confirmed

    3. Set a passcode: the vault derives its key, which takes a second or more.
       → create.view.passcodeEntered
       ← create.inner.passcodeSet
       ← create.inner.committed
       ← create.delegate.finished
       ▪ Home
       The wallet's address is 0x6Dfb525F7221e8aDA16E6F9D9Be9150f9bA51fe5.

    4. Lock, and unlock again.
       → view.lockRequested
       ← inner.locked.request
       ▪ Home › Unlock
       → unlock.view.passcodeEntered
       ← unlock.inner.unlocked
       ← unlock.delegate.unlocked
       ▪ Home
       ← home.view.appeared
       ← home.delegate.appeared
       ← home.inner.activityResponse
       ← home.inner.balanceResponse
       ← home.inner.savedResponse
       ← home.inner.scanResponse
       ← resuming.inner.loaded
       ← resuming.view.started

    5. Receive 2 ETH from the chain's first development account.
       Block 1 has it: 0x1ac1a2484a992b3b8cc186771b2bb7fd49bac0fca014a1fff7edc5a6fed67424
       → home.view.refreshed
       ← home.inner.activityResponse
       ← home.inner.balanceResponse
       ← home.inner.scanResponse
       The wallet owns 2 ETH.

    6. Send 0.75 ETH to 0x2362b5Ec6e75A4d63274F17BF7c8c40183366Db6.
       → home.view.sendButtonTapped
       ← home.delegate.sendRequested
       ▪ Home › Send
       → send.view.recipientChanged
       → send.view.amountChanged
       → send.view.reviewButtonTapped
       ← send.inner.quoted
       Review: at most 0.00005316268125 ETH of fees for 21000 gas, 0.75005316268125 ETH in all.

    7. Sign, record, broadcast, follow.
       → send.view.passcodeEntered
       ← send.inner.recorded
       ← send.delegate.recorded
       ← resuming.inner.loaded
       ← resuming.view.started
       ← send.inner.changed
       ← send.inner.changed
       ← send.inner.settled
       ← send.delegate.confirmed
       → send.view.closeButtonTapped
       ← send.delegate.closed
       ▪ Home
       ← home.view.appeared
       ← home.delegate.appeared
       ← home.inner.activityResponse
       ← home.inner.balanceResponse
       ← home.inner.savedResponse
       ← home.inner.scanResponse
       ← resuming.inner.loaded
       ← resuming.view.started
       → home.view.refreshed
       ← home.inner.activityResponse
       ← home.inner.balanceResponse
       ← home.inner.scanResponse

    Transaction  0x5b3436e55bf46505e3b657f371e767490dc6bfdb5506c9a6d4865ee39c6402d3
    Fee          0.000037081340625 ETH
    Wallet       1.249962918659375 ETH
    Recipient    0.75 ETH
    The books balance to the wei.
    """
}
