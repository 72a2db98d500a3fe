import ActivityClient
import EthereumPrimitives

/// Everything that happens in a world besides the wallet's own actions; pure data, so that a
/// failing world can be shrunk and printed.
struct WorldPlan: Equatable, Sendable {
  var seed: UInt64
  var chain: ChainPlan
  var intents: [IntentPlan]
  var faults: [FaultPlan] = []
  var crashes: [CrashPlan] = []
  /// True if a second process has the wallet open, beside the person's commands.
  var hasScreen = false

  /// True if the owner runs `wallet repair`: while the nodes may still lie, and after the end.
  var isRepaired: Bool { seed % 4 == 3 }

  /// The time that the wallet is not used after its first kill: a quarter of an hour in some
  /// worlds, longer than nodes keep waiting transactions in a few.
  var awaySeconds: Int? { seed % 4 == 0 ? (seed % 16 == 0 ? 3_700 : 900) : nil }
}

/// The chain, and the nodes that the wallet talks to.
struct ChainPlan: Equatable, Sendable {
  var chainID: ChainID = 31_337
  var blockSeconds = 2
  /// The number of blocks above the newest finalized one.
  var finalityLag = 0
  /// The number of nodes behind the wallet's address, over which a load balancer spreads calls.
  var nodeCount = 1
  /// True if the wallet asks a second node, of another operator.
  var hasVerifier = false
  /// The index of the contract in ``WorldPeople/recipients``.
  var contract: Int?
  /// The percentage of calls that take up to two seconds.
  var slowPercent = 0
}

/// One payment that a person intends.
struct IntentPlan: Equatable, Sendable {
  /// The index of the recipient in ``WorldPeople/recipients``.
  var recipient = 0
  /// The amount, in thousandths of an ether.
  var milliether = 500
  /// True if the payment is of all that the account can send, whatever the amount.
  var isEverything = false
  /// True if the payment has its own name.
  var hasKey = true
  /// The time that a command waits for it.
  var patienceSeconds = 600
  /// True if a command waits only until a node has it.
  var isNoWait = false
  /// The pause before the person's first command, in seconds.
  var pauseSeconds = 0
  /// The person's replacement of the payment, once it is recorded and has no end.
  var change: PaymentTransaction.Role?
}

/// A temporary fault.
struct FaultPlan: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// The node can't be reached.
    case unreachable
    /// The question is lost; the wallet waits for the answer in vain.
    case questionLost
    /// The question arrives, and the answer is lost.
    case answerLost
    /// The node is too busy.
    case busy
    /// The pool rejects a transaction with this message.
    case refuses(String)
    /// The pool accepts a transaction, and answers with this message that it did not.
    case takesAndRefuses(String)
    /// The node receives nothing new.
    case frozen
    /// The node lags by this many blocks.
    case behind(Int)
    /// The node loses its pool, at the beginning; `everywhere` means the whole network.
    case forgets(everywhere: Bool)
    /// Transactions without a block get a receipt.
    case forgedReceipt(ForgedReceipt)
    /// Each account has code, according to the node.
    case forgedCode
    /// Transactions in blocks have no receipt, and are not known.
    case missingReceipt
    /// The node counts more transactions of the account than exist.
    case nonceUp(Int, onlyPending: Bool)
    /// The node counts fewer transactions of the account than exist.
    case nonceDown(Int)
    /// Others' tips are multiplied by this.
    case absurdTip(UInt64)
    /// The base fee is multiplied by this.
    case absurdBaseFee(UInt64)
    /// The node follows another chain.
    case otherChain
    /// The chain loses this many blocks, at the beginning; `forgets` means that it also loses their
    /// transactions.
    case reorganises(depth: Int, forgets: Bool)
    /// Earlier transactions arrive in the network again, at the beginning.
    case repeats
    /// Another wallet with the same key makes a payment, at the beginning: with the nonce after
    /// those in blocks, or after all that wait.
    case foreign(afterWaiting: Bool)
    /// The node calls its newest block finalized.
    case finalizedNow
    /// Another process writes the journal, and does not end.
    case journalBusy
    /// A commit of the journal reaches the disk, and the answer is an error.
    case commitUncertain
    /// The disk is full.
    case diskFull
    /// The machine's clock is moved by this many seconds, at the beginning, and stays so.
    case clockSet(Int)
  }

  /// The contents of a forged receipt.
  enum ForgedReceipt: Equatable, Sendable {
    case unknownBlock
    case blockWithoutIt
    case ofAnother
    /// The receipt of a payment in a block says that it failed.
    case failure
  }

  var kind: Kind
  /// The number of the second operator's node.
  static let verifier = 1_000

  /// The number of the node; nil for all behind the wallet's address.
  var node: Int?
  var startSeconds: Int
  var seconds: Int
  /// The percentage of calls that it affects.
  var percent = 100
}

/// The end of a process, or a stop signal to it.
struct CrashPlan: Equatable, Sendable {
  /// The index of the person's command.
  var command: Int
  /// The number of the command's gate: each call of a node, commit, and use of the vault has one
  /// before and one after.
  var gate: Int
  /// True if it receives a stop signal there, and continues to a safe end; killed otherwise.
  var isStop = false
}

// MARK: - Drawing

extension WorldPlan {
  /// Draws a world.
  init(seed: UInt64) {
    self.init(simple: seed)
    var random = WorldRandom(seed, 3)
    hasScreen = random.chance(25)
    for index in intents.indices where random.chance(20) {
      intents[index].change = random.pick([.speedUp, .cancel])
    }
    var late = WorldRandom(seed, 5)
    var lying = WorldRandom(seed, 6)
    var last = WorldRandom(seed, 7)
    var final = WorldRandom(seed, 8)
    var tip = WorldRandom(seed, 9)
    defer {
      addLate(&late)
      addLiesAboutCode(&lying)
      addEverything(&last)
      addStops(&last)
      addUncertainCommits(&last)
      addLateFinality(&final)
      addForgedTip(&tip)
    }
    guard random.chance(45) else { return }
    let horizon = intents.count * (chain.chainID.isDevelopment ? 40 : 16 * chain.blockSeconds)
    let kinds: [FaultPlan.Kind] = [
      .foreign(afterWaiting: random.chance(50)), .finalizedNow, .journalBusy, .diskFull,
      .forgedReceipt(.failure),
    ]
    let start = random.chance(35) ? 0 : random.below(horizon)
    faults.append(
      FaultPlan(
        kind: random.pick(kinds), startSeconds: start,
        seconds: random.within(1...max(2, horizon / 2)), percent: random.pick([100, 50])))
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws the features that were added last; a separate stream keeps the older worlds unchanged.
  private mutating func addLate(_ random: inout WorldRandom) {
    if random.chance(12) { chain.contract = random.below(WorldPeople.recipientCount) }
    if random.chance(12) {
      let seconds = random.pick([1, 60, 599, 700, 86_400, 40_000_000])
      faults.append(
        FaultPlan(
          kind: .clockSet(random.chance(50) ? seconds : -seconds),
          startSeconds: random.below(intents.count * 40), seconds: 1))
    }
    if chain.hasVerifier, random.chance(50) {
      var fault = FaultPlan(drawnFrom: &random, in: chain, horizon: intents.count * 40)
      fault.node = FaultPlan.verifier
      faults.append(fault)
    }
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws a payment of all that the account can send, as the last one.
  ///
  /// Another wallet with the same key would take the money for its fee: it could never be in a
  /// block.
  private mutating func addEverything(_ random: inout WorldRandom) {
    let isAlone = !faults.contains { if case .foreign = $0.kind { true } else { false } }
    guard random.chance(15), isAlone else { return }
    intents[intents.count - 1].isEverything = true
  }

  /// Draws a disk that answers with errors although it has the written data.
  private mutating func addUncertainCommits(_ random: inout WorldRandom) {
    guard random.chance(10) else { return }
    faults.append(
      FaultPlan(
        kind: .commitUncertain, startSeconds: random.chance(50) ? 0 : random.below(40),
        seconds: random.within(1...40), percent: random.pick([100, 50])))
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws a chain that finalizes late, and two nodes of which one may answer differently.
  ///
  /// The person pays again after a while, so that the first payment's end is read again.
  private mutating func addLateFinality(_ random: inout WorldRandom) {
    guard random.chance(4) else { return }
    chain.chainID = 1
    chain.blockSeconds = random.pick([2, 4])
    chain.finalityLag = 120
    chain.hasVerifier = true
    intents.append(
      IntentPlan(recipient: 2, milliether: 125, pauseSeconds: 70 * chain.blockSeconds))
    for index in intents.indices { intents[index].isEverything = false }
    for node in random.pick([[nil], [FaultPlan.verifier], []]) as [Int?] {
      faults.append(
        FaultPlan(kind: .finalizedNow, node: node, startSeconds: 0, seconds: 100_000))
    }
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws a node that names a tip within the ceiling that others don't pay, beside an honest one.
  private mutating func addForgedTip(_ random: inout WorldRandom) {
    guard chain.hasVerifier, random.chance(5) else { return }
    faults.append(
      FaultPlan(kind: .absurdTip(random.pick([3, 30])), startSeconds: 0, seconds: 100_000))
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws commands that receive a stop signal.
  private mutating func addStops(_ random: inout WorldRandom) {
    for index in crashes.indices where random.chance(40) { crashes[index].isStop = true }
    if random.chance(15) {
      crashes.append(
        CrashPlan(command: random.below(2), gate: random.within(1...60), isStop: true))
    }
  }

  /// Draws a node that claims that a recipient has code, and perhaps that a payment failed there.
  private mutating func addLiesAboutCode(_ random: inout WorldRandom) {
    guard random.chance(12) else { return }
    let horizon = intents.count * (chain.chainID.isDevelopment ? 40 : 16 * chain.blockSeconds)
    let start = random.chance(20) ? 0 : random.below(horizon)
    let seconds = random.within(1...horizon)
    let kinds: [FaultPlan.Kind] =
      random.chance(75) ? [.forgedCode, .forgedReceipt(.failure)] : [.forgedCode]
    for kind in kinds {
      faults.append(FaultPlan(kind: kind, startSeconds: start, seconds: seconds))
    }
    faults.sort { $0.startSeconds < $1.startSeconds }
  }

  /// Draws a world without replacements, other processes and other wallets, and without faults of
  /// the disk.
  init(simple seed: UInt64) {
    var random = WorldRandom(seed)
    let isDevelopment = random.chance(55)
    var chain = ChainPlan()
    if isDevelopment {
      chain.blockSeconds = random.pick([1, 2, 2, 5])
    } else {
      chain.chainID = 1
      chain.blockSeconds = random.pick([2, 4])
      chain.finalityLag = random.pick([16, 20, 32])
    }
    chain.nodeCount = random.pick([1, 1, 2, 3, 5])
    chain.hasVerifier = random.chance(15)
    chain.slowPercent = random.pick([0, 0, 5])
    let intents = (0..<random.pick([1, 1, 1, 2, 2, 3])).map { _ in
      IntentPlan(
        recipient: random.below(WorldPeople.recipientCount),
        milliether: random.pick([250, 500, 500, 1_000]), hasKey: random.chance(60),
        patienceSeconds: random.pick([3, 20, 60, 600, 600]), isNoWait: random.chance(15),
        pauseSeconds: random.chance(20) ? random.within(1...700) : 0)
    }
    let horizon = intents.count * (isDevelopment ? 40 : 16 * chain.blockSeconds)
    var faults = (0..<random.pick([0, 1, 1, 2, 2, 3, 4])).map { _ in
      FaultPlan(drawnFrom: &random, in: chain, horizon: horizon)
    }
    faults.sort { $0.startSeconds < $1.startSeconds }
    let crashes = (0..<random.pick([0, 0, 1, 1, 2, 3])).map { index in
      CrashPlan(command: index + random.below(2), gate: random.below(random.pick([30, 60, 150])))
    }
    self.init(seed: seed, chain: chain, intents: intents, faults: faults, crashes: crashes)
  }
}

extension FaultPlan {
  static let refusals = [
    "gateway timeout", "nonce too low", "insufficient funds for gas * price + value",
    "txpool is full", "internal error", "transaction underpriced", "already known",
  ]

  init(drawnFrom random: inout WorldRandom, in chain: ChainPlan, horizon: Int) {
    let deepest = chain.chainID.isDevelopment ? 8 : chain.finalityLag - 1
    let factor: UInt64 = random.pick([3, 30, 1_000, 100_000])
    let kinds: [Kind] = [
      .unreachable, .questionLost, .answerLost, .answerLost, .busy,
      .refuses(random.pick(Self.refusals)), .takesAndRefuses(random.pick(Self.refusals)),
      .takesAndRefuses(random.pick(Self.refusals)), .frozen, .behind(random.within(1...20)),
      .forgets(everywhere: random.chance(50)), .forgedReceipt(.unknownBlock),
      .forgedReceipt(.blockWithoutIt), .forgedReceipt(.ofAnother), .missingReceipt,
      .nonceUp(random.within(1...3), onlyPending: random.chance(50)),
      .nonceDown(random.within(1...3)), .absurdTip(factor), .absurdBaseFee(factor), .otherChain,
      .reorganises(depth: random.within(1...deepest), forgets: random.chance(50)),
      .reorganises(depth: random.within(1...min(3, deepest)), forgets: random.chance(30)),
      .repeats,
    ]
    kind = random.pick(kinds)
    node = chain.nodeCount > 1 && random.chance(60) ? random.below(chain.nodeCount) : nil
    startSeconds = random.chance(35) ? 0 : random.below(horizon)
    seconds = random.within(1...max(2, horizon / 2))
    percent = random.pick([100, 100, 50, 20])
  }
}
