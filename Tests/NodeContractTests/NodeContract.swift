import Testing

/// The wallet's requirements of every node: one list, run against each of them.
struct NodeContract: Sendable, CustomTestStringConvertible {
  let name: String
  let check: @Sendable (ContractNode) async throws -> Void

  var testDescription: String { name }

  static let all: [NodeContract] = [
    NodeContract(
      name: "the chain id is that of local chains", check: theChainIdIsThatOfLocalChains),
    NodeContract(
      name: "the test accounts are rich and have sent nothing",
      check: theTestAccountsAreRichAndHaveSentNothing),
    NodeContract(
      name: "mining makes blocks that follow one another",
      check: miningMakesBlocksThatFollowOneAnother),
    NodeContract(
      name: "a transfer waits, is mined, and is paid to the wei",
      check: aTransferWaitsIsMinedAndIsPaidToTheWei),
    NodeContract(
      name: "all three kinds of transactions are taken",
      check: allThreeKindsOfTransactionsAreTaken),
    NodeContract(
      name: "a gap in the nonces waits until it is filled",
      check: aGapInTheNoncesWaitsUntilItIsFilled),
    NodeContract(
      name: "a replacement pays a tenth more, and the old one is gone",
      check: aReplacementPaysATenthMoreAndRemovesTheOldOne),
    NodeContract(name: "refusals are geth's, word for word", check: refusalsAreGethsWordForWord),
    NodeContract(name: "refusals are classified", check: refusalsAreClassified),
    NodeContract(
      name: "unprotected transactions are refused", check: unprotectedTransactionsAreRefused),
    NodeContract(
      name: "a transfer is estimated at its base cost", check: aTransferIsEstimatedAtItsBaseCost),
    NodeContract(
      name: "an estimate for data is enough, and used gas is no more",
      check: anEstimateForDataSufficesAndUsedGasIsNotAboveIt),
    NodeContract(
      name: "the fee history tells base fees and tips", check: theFeeHistoryTellsBaseFeesAndTips),
    NodeContract(name: "the higher tip goes first", check: theHigherTipGoesFirst),
    NodeContract(
      name: "what pays less than the base fee waits", check: transactionsBelowTheBaseFeeWait),
    NodeContract(
      name: "what is unknown is nil, and an unknown method is refused",
      check: unknownObjectsAreNilAndUnknownMethodsAreRejected),
    NodeContract(
      name: "a reverted chain has forgotten, and takes the transaction again",
      check: aRevertedChainHasForgottenAndTakesTheTransactionAgain),
    NodeContract(
      name: "faults come through as typed errors", check: faultsComeThroughAsTypedErrors),
  ]
}
