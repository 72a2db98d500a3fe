// Written by TestSourceTests.
// swift-format-ignore-file
import Headrace
import HeadraceJournal
import HeadraceTesting
import Testing

/// Written from a journal of 'golden'.
@Test func recordedActions1To6() async throws {
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
@Test func recordedActions7To9() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70}],"balance":70,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""2EE19E4E-5665-41EC-AE2A-080A8FDD273F""#), ("date", #"817597332.3589249"#), ("rate", #"3"#)],
        [("randomNumber", #"552813393810193014"#)],
        [("uuid", #""C73D58B8-72B8-4D12-B56B-C27A1AEFB44A""#), ("date", #"817597332.3592701"#), ("rate", #"4"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(50)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150}]"#)
    $0.balance = 220
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(3)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12}]"#)
    $0.balance = 232
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions10To12() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12}],"balance":232,"isLoading":false}"#)
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
@Test func recordedActions13To18() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12}],"balance":0,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [],
        [],
        [("randomNumber", #"15222038287209119079"#)],
        [("uuid", #""5B09E7FA-8283-4639-B755-CAAD57F18024""#), ("date", #"817597332.3605155"#), ("rate", #"5"#)],
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
  await store.send(.amountAdded(83)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"5B09E7FA-8283-4639-B755-CAAD57F18024","date":817597332.3605155,"amount":415}]"#)
    $0.balance = 414
  }
  await store.send(.noteChanged(nil)) {
    $0.note = nil
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions19To23() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"5B09E7FA-8283-4639-B755-CAAD57F18024","date":817597332.3605155,"amount":415}],"balance":414,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [],
        [],
        [("randomNumber", #"11498449325273788440"#)],
        [("uuid", #""60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5""#), ("date", #"817597332.3635448"#), ("rate", #"6"#)],
      ]) { Ledger() }
  }
  await store.send(.loaded(total: -6)) {
    $0.balance = -6
  }
  await store.send(.loaded(total: -7)) {
    $0.balance = -7
  }
  await store.send(try decoded(#"{"entryRemoved":{"id":"5B09E7FA-8283-4639-B755-CAAD57F18024"}}"#)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12}]"#)
    $0.balance = -422
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(63)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378}]"#)
    $0.balance = -44
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions24To25() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378}],"balance":-44,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [],
        [("randomNumber", #"9126155734241420743"#)],
      ]) { Ledger() }
  }
  await store.send(.noteChanged("a \"b\"\n/~")) {
    $0.note = "a \"b\"\n/~"
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions26To30() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378}],"balance":-44,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""35B7E0EF-F8CF-4252-A7FA-5DA7543AB255""#), ("date", #"817597332.3641186"#), ("rate", #"7"#)],
        [("randomNumber", #"7050261200287818409"#)],
        [("uuid", #""85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5""#), ("date", #"817597332.3644524"#), ("rate", #"8"#)],
        [],
        [],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(50)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350}]"#)
    $0.balance = 306
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(39)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312}]"#)
    $0.balance = 618
  }
  await store.send(.loaded(total: -2)) {
    $0.balance = -2
  }
  await store.send(.loaded(total: 4)) {
    $0.balance = 4
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions31To31() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312}],"balance":4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"14479026031948012064"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions32To39() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312}],"balance":4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""07E07811-9572-4AFD-9F88-0BBA6D8412BF""#), ("date", #"817597332.3651183"#), ("rate", #"9"#)],
        [],
        [("randomNumber", #"4245916582247565955"#)],
        [("uuid", #""79A8BA8E-85E6-49D5-8B0F-DBC926ED722B""#), ("date", #"817597332.3702517"#), ("rate", #"10"#)],
        [],
        [],
        [],
        [("randomNumber", #"4626275910052420914"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(79)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"07E07811-9572-4AFD-9F88-0BBA6D8412BF","date":817597332.3651183,"amount":711}]"#)
    $0.balance = 715
  }
  await store.send(.noteChanged("a \"b\"\n/~"))
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(24)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"07E07811-9572-4AFD-9F88-0BBA6D8412BF","date":817597332.3651183,"amount":711},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240}]"#)
    $0.balance = 955
  }
  await store.send(.noteChanged(nil)) {
    $0.note = nil
  }
  await store.send(.noteChanged(nil))
  await store.send(try decoded(#"{"entryRemoved":{"id":"07E07811-9572-4AFD-9F88-0BBA6D8412BF"}}"#)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240}]"#)
    $0.balance = 244
  }
  await store.send(.addButtonTapped)
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions40To43() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240}],"balance":244,"isLoading":false}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""3FAA674B-5CD3-4375-B5EB-F06B9C94A463""#), ("date", #"817597332.3712893"#), ("rate", #"11"#)],
        [],
        [],
        [("randomNumber", #"5944122790384144597"#)],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(26)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463","date":817597332.3712893,"amount":286}]"#)
    $0.balance = 530
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
@Test func recordedActions44To52() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463","date":817597332.3712893,"amount":286}],"balance":-7,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("uuid", #""B93C96BA-B4FB-4AB5-9F28-3C03DBD80421""#), ("date", #"817597332.3721616"#), ("rate", #"12"#)],
        [("randomNumber", #"17508052372770536466"#)],
        [("uuid", #""6F5C7745-5F7A-4BFF-BC26-2ADA10A186DF""#), ("date", #"817597332.3725636"#), ("rate", #"13"#)],
        [],
        [],
        [],
        [("randomNumber", #"11788476577151939712"#)],
        [("uuid", #""F3761188-73E3-461E-AD7C-77BA1B51DC8F""#), ("date", #"817597332.3940834"#), ("rate", #"14"#)],
        [],
      ]) { Ledger() }
  }
  await store.send(.amountAdded(33)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463","date":817597332.3712893,"amount":286},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396}]"#)
    $0.balance = 389
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(95)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463","date":817597332.3712893,"amount":286},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"6F5C7745-5F7A-4BFF-BC26-2ADA10A186DF","date":817597332.3725636,"amount":1235}]"#)
    $0.balance = 1624
  }
  await store.send(try decoded(#"{"entryRemoved":{"id":"6F5C7745-5F7A-4BFF-BC26-2ADA10A186DF"}}"#)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463","date":817597332.3712893,"amount":286},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396}]"#)
    $0.balance = 389
  }
  await store.send(.noteChanged("a \"b\"\n/~"))
  await store.send(try decoded(#"{"entryRemoved":{"id":"3FAA674B-5CD3-4375-B5EB-F06B9C94A463"}}"#)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396}]"#)
    $0.balance = 103
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(64)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"F3761188-73E3-461E-AD7C-77BA1B51DC8F","date":817597332.3940834,"amount":896}]"#)
    $0.balance = 999
  }
  await store.send(.loaded(total: -4)) {
    $0.balance = -4
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions53To54() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"F3761188-73E3-461E-AD7C-77BA1B51DC8F","date":817597332.3940834,"amount":896}],"balance":-4,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"15755778016799451909"#)],
        [("uuid", #""4E22B8E3-C5D3-4E99-9124-C64A016DBE85""#), ("date", #"817597332.3951696"#), ("rate", #"15"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(86)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"F3761188-73E3-461E-AD7C-77BA1B51DC8F","date":817597332.3940834,"amount":896},{"id":"4E22B8E3-C5D3-4E99-9124-C64A016DBE85","date":817597332.3951696,"amount":1290}]"#)
    $0.balance = 1286
  }
}

/// Written from a journal of 'headracePackageTests.xctest'.
@Test func recordedActions55To56() async throws {
  let initialState: Ledger.State = try decoded(#"{"entries":[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"F3761188-73E3-461E-AD7C-77BA1B51DC8F","date":817597332.3940834,"amount":896},{"id":"4E22B8E3-C5D3-4E99-9124-C64A016DBE85","date":817597332.3951696,"amount":1290}],"balance":1286,"isLoading":false,"note":"a \"b\"\n/~"}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature(
      answers: [
        [("randomNumber", #"6785860704841848752"#)],
        [("uuid", #""7CDBC44B-E9CF-4379-B64F-8F565DBAB6FC""#), ("date", #"817597332.395806"#), ("rate", #"16"#)],
      ]) { Ledger() }
  }
  await store.send(.addButtonTapped)
  await store.send(.amountAdded(37)) {
    $0.entries = try decoded(#"[{"id":"8D6CCD7C-077F-4D0C-AF78-A810EE60E22C","date":817597332.3586339,"amount":70},{"id":"2EE19E4E-5665-41EC-AE2A-080A8FDD273F","date":817597332.3589249,"amount":150},{"id":"C73D58B8-72B8-4D12-B56B-C27A1AEFB44A","date":817597332.3592701,"amount":12},{"id":"60D9F1B4-022A-4D6E-8D7E-CDB44922F1C5","date":817597332.3635448,"amount":378},{"id":"35B7E0EF-F8CF-4252-A7FA-5DA7543AB255","date":817597332.3641186,"amount":350},{"id":"85EE38EA-B4DE-4FB4-AB9C-0EBD1B4B26E5","date":817597332.3644524,"amount":312},{"id":"79A8BA8E-85E6-49D5-8B0F-DBC926ED722B","date":817597332.3702517,"amount":240},{"id":"B93C96BA-B4FB-4AB5-9F28-3C03DBD80421","date":817597332.3721616,"amount":396},{"id":"F3761188-73E3-461E-AD7C-77BA1B51DC8F","date":817597332.3940834,"amount":896},{"id":"4E22B8E3-C5D3-4E99-9124-C64A016DBE85","date":817597332.3951696,"amount":1290},{"id":"7CDBC44B-E9CF-4379-B64F-8F565DBAB6FC","date":817597332.395806,"amount":592}]"#)
    $0.balance = 1878
  }
}
