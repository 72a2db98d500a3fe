// Written by TestSourceTests.
// swift-format-ignore-file
import Headrace
import HeadraceJournal
import HeadraceTesting
import Testing

/// Written from a journal of 'golden'.
@Test func recordedLedgerActions1To6() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[],"balance":0,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"2147483648"#)],
        [("uuid", #""11111111-2222-3333-4444-555555555555""#), ("date", #"786000000.25"#), ("rate", #"1"#)],
        [],
        [],
        [("uuid", #""66666666-2222-3333-4444-555555555555""#), ("date", #"786000009"#), ("rate", #"2"#)],
        [],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(12)) {
    $0.entries = try decoded(#"[{"id":"11111111-2222-3333-4444-555555555555","date":786000000.25,"amount":12}]"#)
    $0.balance = 12
  }
  await store.send(.loadButtonTapped) {
    $0.isLoading = true
  }
  await store.send(.loaded(total: 12)) {
    $0.isLoading = false
  }
  await store.send(.amountAdded(37)) {
    $0.entries = try decoded(#"[{"id":"11111111-2222-3333-4444-555555555555","date":786000000.25,"amount":12},{"id":"66666666-2222-3333-4444-555555555555","date":786000009,"amount":74}]"#)
    $0.balance = 86
  }
  await store.send(.noteChanged("rent")) {
    $0.note = "rent"
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions7To9() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128}],"balance":128,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508""#), ("date", #"817644792.6878414"#), ("rate", #"3"#)],
        [("randomNumber", #"8942662122420461608"#)],
        [("uuid", #""38B4E2A9-50BE-4994-B50A-1C582F6EA136""#), ("date", #"817644792.6883961"#), ("rate", #"4"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(74)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222}]"#)
    $0.balance = 350
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(49)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196}]"#)
    $0.balance = 546
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions10To12() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196}],"balance":546,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Ledger() }
  }
  await store.send(.loaded(total: 0)) {
    $0.balance = 0
  }
  await store.send(.noteChanged("a \"b\"\n/~")) {
    $0.note = "a \"b\"\n/~"
  }
  await store.send(.noteChanged("a \"b\"\n/~"))
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions13To18() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196}],"balance":0,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [],
        [],
        [("randomNumber", #"6479685435487185591"#)],
        [("uuid", #""BFCA5B80-2218-432C-B18C-6E12DA09EC6A""#), ("date", #"817644792.6907785"#), ("rate", #"5"#)],
        [],
      ]) { Ledger() }
  }
  await store.send(.loaded(total: -1)) {
    $0.balance = -1
  }
  await store.send(.loaded(total: 8)) {
    $0.balance = 8
  }
  await store.send(.loaded(total: -1)) {
    $0.balance = -1
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(36)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"BFCA5B80-2218-432C-B18C-6E12DA09EC6A","date":817644792.6907785,"amount":180}]"#)
    $0.balance = 179
  }
  await store.send(.noteChanged(nil)) {
    $0.note = nil
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions19To23() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"BFCA5B80-2218-432C-B18C-6E12DA09EC6A","date":817644792.6907785,"amount":180}],"balance":179,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [],
        [],
        [("randomNumber", #"9021426122022700805"#)],
        [("uuid", #""6BC3DD84-0145-41F0-85E4-783A908240F8""#), ("date", #"817644792.6922992"#), ("rate", #"6"#)],
      ]) { Ledger() }
  }
  await store.send(.loaded(total: -6)) {
    $0.balance = -6
  }
  await store.send(.loaded(total: -7)) {
    $0.balance = -7
  }
  await store.send(try decoded(#"{"entryRemoved":{"id":"BFCA5B80-2218-432C-B18C-6E12DA09EC6A"}}"#)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196}]"#)
    $0.balance = -187
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(49)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294}]"#)
    $0.balance = 107
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions24To25() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294}],"balance":107,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [("randomNumber", #"3638579921647318391"#)],
      ]) { Ledger() }
  }
  await store.send(.noteChanged("a \"b\"\n/~")) {
    $0.note = "a \"b\"\n/~"
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions26To30() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294}],"balance":107,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""787380B3-0604-48DC-B12C-BAAD17F57559""#), ("date", #"817644792.6929278"#), ("rate", #"7"#)],
        [("randomNumber", #"6581103331255216572"#)],
        [("uuid", #""87391641-0D80-4A8B-A4F4-36C31AE2DC05""#), ("date", #"817644792.6932532"#), ("rate", #"8"#)],
        [],
        [],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(20)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140}]"#)
    $0.balance = 247
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(36)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288}]"#)
    $0.balance = 535
  }
  await store.send(.loaded(total: -2)) {
    $0.balance = -2
  }
  await store.send(.loaded(total: 4)) {
    $0.balance = 4
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions31To31() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288}],"balance":4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"7557542967669594912"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions32To39() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288}],"balance":4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""39B45917-EFC0-42D7-B8F1-DBAAFB380BF7""#), ("date", #"817644792.6939874"#), ("rate", #"9"#)],
        [],
        [("randomNumber", #"5843840512266296523"#)],
        [("uuid", #""A00F9FC5-9B39-4929-9429-B02581246ADE""#), ("date", #"817644792.6944703"#), ("rate", #"10"#)],
        [],
        [],
        [],
        [("randomNumber", #"11646271592674287411"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(41)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"39B45917-EFC0-42D7-B8F1-DBAAFB380BF7","date":817644792.6939874,"amount":369}]"#)
    $0.balance = 373
  }
  await store.send(.noteChanged("a \"b\"\n/~"))
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(32)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"39B45917-EFC0-42D7-B8F1-DBAAFB380BF7","date":817644792.6939874,"amount":369},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320}]"#)
    $0.balance = 693
  }
  await store.send(.noteChanged(nil)) {
    $0.note = nil
  }
  await store.send(.noteChanged(nil))
  await store.send(try decoded(#"{"entryRemoved":{"id":"39B45917-EFC0-42D7-B8F1-DBAAFB380BF7"}}"#)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320}]"#)
    $0.balance = 324
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions40To43() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320}],"balance":324,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""F5A64E86-EEFB-4149-9579-043A008CBCCF""#), ("date", #"817644792.6954961"#), ("rate", #"11"#)],
        [],
        [],
        [("randomNumber", #"11031104793162835348"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(64)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF","date":817644792.6954961,"amount":704}]"#)
    $0.balance = 1028
  }
  await store.send(.loaded(total: -7)) {
    $0.balance = -7
  }
  await store.send(.noteChanged("a \"b\"\n/~")) {
    $0.note = "a \"b\"\n/~"
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions44To52() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF","date":817644792.6954961,"amount":704}],"balance":-7,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""256FCBB9-997E-4FD4-9CF4-5B8769BFF24B""#), ("date", #"817644792.6962389"#), ("rate", #"12"#)],
        [("randomNumber", #"7124700557962266429"#)],
        [("uuid", #""E4A93A02-526B-4574-B1C0-4153BD8D8F79""#), ("date", #"817644792.6966227"#), ("rate", #"13"#)],
        [],
        [],
        [],
        [("randomNumber", #"9218602426515002008"#)],
        [("uuid", #""15ECF2B2-A733-4D78-A462-EBF3D3A27A3F""#), ("date", #"817644792.6975913"#), ("rate", #"14"#)],
        [],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(60)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF","date":817644792.6954961,"amount":704},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720}]"#)
    $0.balance = 713
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(39)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF","date":817644792.6954961,"amount":704},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"E4A93A02-526B-4574-B1C0-4153BD8D8F79","date":817644792.6966227,"amount":507}]"#)
    $0.balance = 1220
  }
  await store.send(try decoded(#"{"entryRemoved":{"id":"E4A93A02-526B-4574-B1C0-4153BD8D8F79"}}"#)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF","date":817644792.6954961,"amount":704},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720}]"#)
    $0.balance = 713
  }
  await store.send(.noteChanged("a \"b\"\n/~"))
  await store.send(try decoded(#"{"entryRemoved":{"id":"F5A64E86-EEFB-4149-9579-043A008CBCCF"}}"#)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720}]"#)
    $0.balance = 9
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(50)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"15ECF2B2-A733-4D78-A462-EBF3D3A27A3F","date":817644792.6975913,"amount":700}]"#)
    $0.balance = 709
  }
  await store.send(.loaded(total: -4)) {
    $0.balance = -4
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions53To54() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"15ECF2B2-A733-4D78-A462-EBF3D3A27A3F","date":817644792.6975913,"amount":700}],"balance":-4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"13915065734960400747"#)],
        [("uuid", #""6BA73773-AB91-4603-9D51-AE9189F0D28F""#), ("date", #"817644792.6982064"#), ("rate", #"15"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(76)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"15ECF2B2-A733-4D78-A462-EBF3D3A27A3F","date":817644792.6975913,"amount":700},{"id":"6BA73773-AB91-4603-9D51-AE9189F0D28F","date":817644792.6982064,"amount":1140}]"#)
    $0.balance = 1136
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedLedgerActions55To56() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"15ECF2B2-A733-4D78-A462-EBF3D3A27A3F","date":817644792.6975913,"amount":700},{"id":"6BA73773-AB91-4603-9D51-AE9189F0D28F","date":817644792.6982064,"amount":1140}],"balance":1136,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"4744738560965917349"#)],
        [("uuid", #""B8BAC30D-5511-443B-904A-87F988369F5B""#), ("date", #"817644792.6986972"#), ("rate", #"16"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(26)) {
    $0.entries = try decoded(#"[{"id":"054F7E7A-D1EF-453A-8053-7EC25394A91F","date":817644792.6874173,"amount":128},{"id":"4E0C0566-87D3-4B45-A7BD-BB6BBF9DC508","date":817644792.6878414,"amount":222},{"id":"38B4E2A9-50BE-4994-B50A-1C582F6EA136","date":817644792.6883961,"amount":196},{"id":"6BC3DD84-0145-41F0-85E4-783A908240F8","date":817644792.6922992,"amount":294},{"id":"787380B3-0604-48DC-B12C-BAAD17F57559","date":817644792.6929278,"amount":140},{"id":"87391641-0D80-4A8B-A4F4-36C31AE2DC05","date":817644792.6932532,"amount":288},{"id":"A00F9FC5-9B39-4929-9429-B02581246ADE","date":817644792.6944703,"amount":320},{"id":"256FCBB9-997E-4FD4-9CF4-5B8769BFF24B","date":817644792.6962389,"amount":720},{"id":"15ECF2B2-A733-4D78-A462-EBF3D3A27A3F","date":817644792.6975913,"amount":700},{"id":"6BA73773-AB91-4603-9D51-AE9189F0D28F","date":817644792.6982064,"amount":1140},{"id":"B8BAC30D-5511-443B-904A-87F988369F5B","date":817644792.6986972,"amount":416}]"#)
    $0.balance = 1552
  }
}
