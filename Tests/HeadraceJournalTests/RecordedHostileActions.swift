// Written by TestSourceTests.
// swift-format-ignore-file
import Headrace
import HeadraceJournal
import HeadraceTesting
import Testing

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions1To1() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":0,"_hidden":0,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.`init`(`inout`: -5)) {
    $0.`init` = 7
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions2To2() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":7,"_hidden":0,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.`self`) {
    $0.`init` = 14
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions3To3() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":0,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.hidden) {
    $0 = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions4To4() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.text("a\"\\(b)\n\u{202E}\u{301}#")) {
    $0.text = "a\"\\(b)\n\u{202E}\u{301}#"
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions5To5() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"a\"\\(b)\n\u202e\u0301#","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.text("")) {
    $0.text = ""
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions6To6() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(###"{"wrapped":{"_0":"\"#\\#(1)\"##\u202e\u0000😀\u0301"}}"###)) {
    $0.wrapped = try decoded(###""\"#\\#(1)\"##\u202e\u0000😀\u0301""###)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions7To7() async throws {
  let initialState: Hostile.State = try decoded(###"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":"\"#\\#(1)\"##\u202e\u0000😀\u0301"}"###)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"wrapped":{"_0":""}}"#)) {
    $0.wrapped = try decoded(#""""#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions8To8() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.mode(.none)) {
    $0.mode = try decoded(#"{"none":{}}"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions9To9() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"mode":{"none":{}},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"optionalMode":{"_0":{"none":{}}}}"#))
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions10To10() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"mode":{"none":{}},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.optionalMode(nil)) {
    $0.mode = nil
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions11To11() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"optionalMode":{"_0":{"some":{}}}}"#)) {
    $0.mode = try decoded(#"{"some":{}}"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions12To12() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"mode":{"some":{}},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.optionalMode(.`self`)) {
    $0.mode = .`self`
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions13To13() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"mode":{"self":{}},"text":"","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"liar":{"_0":"truth"}}"#)) {
    $0.text = "liar"
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions14To14() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1},"mode":{"self":{}},"text":"liar","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"number":{"_0":5e-324,"_1":-0.0,"_2":18446744073709551615}}"#)) {
    $0.clamped = try decoded(#"{"value":5e-324}"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions15To15() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":5e-324},"mode":{"self":{}},"text":"liar","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"number":{"_0":1e+300,"_1":"inf","_2":0}}"#)) {
    $0.clamped = try decoded(#"{"value":1e+300}"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions16To16() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1e+300},"mode":{"self":{}},"text":"liar","numbers":[1,2,3],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(try decoded(#"{"numbers":{"_0":[5,4]}}"#)) {
    $0.numbers = try decoded(#"[1,2,3,4,5]"#)
  }
}

/// Written from a journal of 'hostile'.
@Test func recordedHostileActions17To17() async throws {
  let initialState: Hostile.State = try decoded(#"{"init":14,"_hidden":1,"clamped":{"value":1e+300},"mode":{"self":{}},"text":"liar","numbers":[1,2,3,4,5],"wrapped":""}"#)
  let store = TestStore(initialState: initialState) {
    RecordedFeature { Hostile() }
  }
  await store.send(.pair(1, second: .some)) {
    $0.`init` = 1
    $0.mode = try decoded(#"{"some":{}}"#)
  }
}
