import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NodeClient
import Testing
import WalletApp

@testable import WalletCLI

/// Home shows the account, a chart of its balance, and its activity.
@Suite struct HomeScreenTests {
  @Test func homeShowsTheAccountItsPastAndItsActivity() {
    HomeSample.terminal(80, 24).expectScreen(
      HomeSample.place(),
      """
      Headrace › Home
      ────────────────────────────────────────────────────────────────────────────────
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      10,001.25 ETH
      as of block 100, 4 seconds ago
                                                                              ⢸ 12 ETH
                                                ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀         ⣸⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
                                     ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠼⠁         ⠓⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃
      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣰⠋⠉⠉⠉⠉⠉⠉⠉⠉⠉⠧⠤⠤⠤⠤⠤⠤⠤⠤⠤⠞                                          0 ETH
      Activity ↑↓ ⏎ ──────────────────────────────────────── incoming: blocks 1 to 100
      −1.5 ETH           Bob                      waiting for a block       40 seconds
      +2 ETH             0x3C44CdDdB6…d12FA4293BC received, depth 3          2 minutes
      −0.25 ETH          0x3C44CdDdB6…d12FA4293BC confirmed in block 40         Jan 12
      +10,000 ETH        0x3C44CdDdB6…d12FA4293BC received                       Dec 6









      s Send  r Receive  / Search  a Accounts  p Settings  l Lock  u Refresh  q Quit
      """)
  }

  @Test func homeIsReadableInASmallTerminal() {
    HomeSample.terminal(40, 12).expectScreen(
      HomeSample.place(),
      """
      Headrace › Home
      Savings 0xf39Fd6e51a…9cffFb92266 Chain 1
      10,001.25 ETH
      as of block 100, 4 seconds ago
      Activity ↑↓ ⏎  incoming: blocks 1 to 100
      … −1.5 ETH       Bob          40 seconds
      … +2 ETH         0x3C4…293BC   2 minutes
      ✓ −0.25 ETH      0x3C4…293BC      Jan 12
      ✓ +10,000 ETH    0x3C4…293BC       Dec 6


      s Send  r Receive  / Search  ? More
      """)
  }

  @Test func homeSpeaksKorean() {
    HomeSample.terminal(80, 24).expectScreen(
      HomeSample.place(HomeSample.home, [], .korean),
      """
      Headrace › 홈
      ────────────────────────────────────────────────────────────────────────────────
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                        체인 1
      10,001.25 ETH
      블록 100 기준, 4초 전
                                                                              ⢸ 12 ETH
                                                ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀         ⣸⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
                                     ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠼⠁         ⠓⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃
      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣰⠋⠉⠉⠉⠉⠉⠉⠉⠉⠉⠧⠤⠤⠤⠤⠤⠤⠤⠤⠤⠞                                          0 ETH
      활동 ↑↓ ⏎ ──────────────────────────────────────────────── 받은 내역: 블록 1–100
      −1.5 ETH           Bob                      블록 대기 중                    40초
      +2 ETH             0x3C44CdDdB6…d12FA4293BC 받음, 깊이 3                     2분
      −0.25 ETH          0x3C44CdDdB6…d12FA4293BC 블록 40에서 확정            1월 12일
      +10,000 ETH        0x3C44CdDdB6…d12FA4293BC 받음                        12월 6일









      s 보내기   r 받기   / 검색   a 계정   p 설정   l 잠그기   u 새로 고침   q 끝내기
      """)
    HomeSample.terminal(40, 12).expectScreen(
      HomeSample.place(HomeSample.home, [], .korean),
      """
      Headrace › 홈
      Savings 0xf39Fd6e51a…79cffFb92266 체인 1
      10,001.25 ETH
      블록 100 기준, 4초 전
      활동 ↑↓ ⏎ ──────── 받은 내역: 블록 1–100
      … −1.5 ETH       Bob                40초
      … +2 ETH         0x3C4…293BC         2분
      ✓ −0.25 ETH      0x3C4…293BC    1월 12일
      ✓ +10,000 ETH    0x3C4…293BC    12월 6일


      s 보내기  r 받기  / 검색  a 계정  ? 전체
      """)
  }

  @Test func offlineBalanceHasItsAgeAndARefreshIsVisible() {
    var home = HomeSample.home
    home.balanceFailure = .unreachable(endpoint: "http://127.0.0.1:8545", reason: "refused")
    home.isRefreshing = true
    home.samples = Array(home.samples.prefix(1))
    home.balance = Home.Snapshot(
      balance: HomeSample.ether("3"), blockNumber: 90,
      takenAt: HomeSample.now.addingTimeInterval(-7_200))
    HomeSample.terminal(80, 12).expectScreen(
      HomeSample.place(home),
      """
      Headrace › Home
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      3 ETH                                                             ⠋ refreshing …
      The node does not answer; this was known 2 hours ago.
      Activity ↑↓ ⏎ ──────────────────────────────────────── incoming: blocks 1 to 100
      −1.5 ETH           Bob                      waiting for a block       40 seconds
      +2 ETH             0x3C44CdDdB6…d12FA4293BC received                   2 minutes
      −0.25 ETH          0x3C44CdDdB6…d12FA4293BC confirmed in block 40         Jan 12
      +10,000 ETH        0x3C44CdDdB6…d12FA4293BC received                       Dec 6


      s Send  r Receive  / Search  a Accounts  p Settings  l Lock  u Refresh  q Quit
      """)
    home.balance = nil
    home.lines = []
    home.scannedBlocks = nil
    home.isRefreshing = false
    HomeSample.terminal(80, 8).expectScreen(
      HomeSample.place(home),
      """
      Headrace › Home
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      The balance is not known yet.
      The node does not answer.
      Activity ───────────────────────────────────────────────────────────────────────
      No payments yet.

      s Send  r Receive  / Search  a Accounts  p Settings  l Lock  u Refresh  q Quit
      """)
    home.balanceFailure = .wrongChain(expected: 1, actual: 5)
    HomeSample.terminal(80, 8).expectScreen(
      HomeSample.place(home),
      """
      Headrace › Home
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      The balance is not known yet.
      The node follows chain 5, and the wallet is for chain 1.
      Activity ───────────────────────────────────────────────────────────────────────
      No payments yet.

      s Send  r Receive  / Search  a Accounts  p Settings  l Lock  u Refresh  q Quit
      """)
  }

  @Test func aLineOpensWithItsDate() {
    var state = HomeSample.place()
    state.sheet = .line(HomeSample.lines[1].id)
    HomeSample.terminal(80, 24).expectScreen(
      state,
      """
      Headrace › Home
      ────────────────────────────────────────────────────────────────────────────────
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      10,001.25 ETH
      as of block 100, 4 seconds ago
                                                                              ⢸ 12 ETH
                                                ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡀         ⣸⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
                                     ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠼⠁         ⠓⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃
      ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣰⠋⠉⠉⠉⠉⠉⠉⠉⠉⠉⠧⠤⠤⠤⠤⠤⠤⠤⠤⠤⠞                                          0 ETH
      Activity ↑↓ ⏎ ──────────────────────────────────────── incoming: blocks 1 to 100
      −1.5 ETH           Bob                      waiting for a block       40 seconds
      +2 ETH             0x3C44CdDdB6…d12FA4293BC received, depth 3          2 minutes
      −0.25 ETH          0x3C44CdDdB6…d12FA4293BC confirmed in block 40         Jan 12
      +10,000 ETH        0x3C44CdDdB6…d12FA4293BC received                       Dec 6
        ╭─ Incoming payment ───────────────────────────────────────────────────────╮
        │ Amount       2 ETH                                                       │
        │ Sender       0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC                  │
        │ Block        98 (received, depth 3)                                      │
        │ Date         Jan 15, 2027 at 7:57 AM                                     │
        │ Transaction  0x000000000000000b00000000000000000000000000000000000000000 │
        │              0000062                                                     │
        │ Reported by the node only, not verified.                                 │
        │ c Copy   esc Back                                                        │
        ╰──────────────────────────────────────────────────────────────────────────╯
      """)
    HomeSample.terminal(40, 12).expectScreen(
      state,
      """
      Headrace › Home
      ╭─ Incoming payment ───────────────────╮
      │ Amount       2 ETH                 ┃ │
      │ Sender       0x3C44CdDdB6a900fa2b5 ┃ │
      │              85dd299e03d12FA4293BC ┃ │
      │ Block        98 (received, depth   ┃ │
      │              3)                    │ │
      │ Date         Jan 15, 2027 at 7:57  │ │
      │              AM                    │ │
      │ Transaction  0x000000000000000b000 ↓ │
      │ c Copy   esc Back                    │
      ╰──────────────────────────────────────╯
      """)
    // The rest is reached by scrolling: the whole hash, which was cut.
    var home = HomeSample.home
    home.contacts = [HomeSample.contact("Carol", HomeSample.stranger)]
    var named = HomeSample.place(home)
    named.sheet = state.sheet
    named.scroll = 100
    HomeSample.terminal(40, 12).expectScreen(
      named,
      """
      Headrace › Home
      ╭─ Incoming payment ───────────────────╮
      │ Date         Jan 15, 2027 at 7:57  ↑ │
      │              AM                    │ │
      │ Transaction  0x000000000000000b000 │ │
      │              000000000000000000000 │ │
      │              000000000000000000000 ┃ │
      │              062                   ┃ │
      │ Reported by the node only, not     ┃ │
      │ verified.                          ┃ │
      │ c Copy   esc Back                    │
      ╰──────────────────────────────────────╯
      """)
    state.sheet = .line(HomeSample.lines[0].id)
    state.language = .korean
    HomeSample.terminal(80, 14).expectScreen(
      state,
      """
      Headrace › 홈
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                        체인 1
      10,001.25 ETH
      블╭─ 결제 ───────────────────────────────────────────────────────────────────╮
      활│ 금액         1.5 ETH                                                     │00
      −1│ 받는 사람    Bob 0x70997970C51812dc3A010C7d01b50e0d17dc79C8              │초
      +2│ 상태         블록 대기 중                                                │분
      −0│ 기록         2027년 1월 15일 오전 7:59                                   │일
      +1│ 최대 수수료  0.000000000000042 ETH                                       │일
        │ 논스         2                                                           │
        │ 거래         0x000000000000000a00000000000000000000000000000000000000000 │
        │              0000002                                                     │
        │ f 더 빠르게   x 결제 취소   c 복사   esc 뒤로                            │
        ╰──────────────────────────────────────────────────────────────────────────╯
      """)
  }

  @Test func searchFieldIsAboveItsResults() {
    var home = HomeSample.home
    home.searchText = "bob"
    home.lines = [HomeSample.lines[0]]
    var state = HomeSample.place(home)
    state.isSearching = true
    state.search.replace(by: "bob")
    HomeSample.terminal(80, 16).expectScreen(
      state,
      """
      Headrace › Home
      ────────────────────────────────────────────────────────────────────────────────
      Savings 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266                       Chain 1
      10,001.25 ETH
      as of block 100, 4 seconds ago
      Search
      › bob
      Activity ↑↓ ⏎ ──────────────────────────────────────── incoming: blocks 1 to 100
      −1.5 ETH           Bob                      waiting for a block       40 seconds






      ⏎ Choose   esc Back
      """)
    home.lines = []
    state = HomeSample.place(home)
    state.search.replace(by: "bob")
    HomeSample.terminal(40, 12).expectScreen(
      state,
      """
      Headrace › Home
      Savings 0xf39Fd6e51a…9cffFb92266 Chain 1
      10,001.25 ETH
      as of block 100, 4 seconds ago
      Search
        bob
      Activity ───── incoming: blocks 1 to 100
      Nothing was found.



      s Send  r Receive  / Search  ? More
      """)
  }
}
