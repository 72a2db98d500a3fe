import Headrace

/// Records each event of a store, in words.
final class EventTranscript<State, Action>: StoreInstrument {
  private(set) var lines: [String] = []
  private let prefix: String
  private let onLine: (String) -> Void

  /// Creates a transcript.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each line.
  ///   - onLine: Called with each line.
  init(prefix: String = "", onLine: @escaping (String) -> Void = { _ in }) {
    self.prefix = prefix
    self.onLine = onLine
  }

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    write("\(action) #\(id.rawValue) from \(Self.text(origin))")
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    write("#\(id.rawValue) reduced: \(state)")
  }

  func actionDropped(_ drop: ActionDrop) {
    let number = drop.id.map { " #\($0.rawValue)" } ?? ""
    let effect = drop.effect.map { ", \(Self.text($0))" } ?? ""
    write(
      "\(drop.count) dropped, \(drop.reason): \(drop.label ?? "unknown")\(number)"
        + " from \(Self.text(drop.origin))\(effect)")
  }

  func effectStarted(_ effect: EffectInfo) {
    write("\(Self.text(effect)) started by #\(effect.startedBy.rawValue)")
  }

  func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
    write("\(Self.text(effect)) launched")
    launch()
  }

  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    write("\(Self.text(effect)) ended: \(outcome)")
  }

  func effectCancelled(_ effect: EffectInfo) {
    write("\(Self.text(effect)) cancelled")
  }

  func misuseReported(_ report: MisuseReport) {
    let action = report.action.map { "#\($0.rawValue)" } ?? "outside"
    let effect = report.effect.map { ", effect \($0.rawValue)" } ?? ""
    let line = report.message.prefix { $0 != "\n" }
    write("misuse in \(action)\(effect): \(line)")
  }

  private func write(_ line: String) {
    lines.append(prefix + line)
    onLine(line)
  }

  private static func text(_ origin: ActionOrigin) -> String {
    switch origin {
    case .host: "host"
    case .effect(nil, let action): ".send of #\(action.rawValue)"
    case .effect(let effect?, let action): "effect \(effect.rawValue) of #\(action.rawValue)"
    }
  }

  private static func text(_ effect: EffectInfo) -> String {
    let name = effect.name.map { " '\($0)'" } ?? ""
    return "effect \(effect.id.rawValue)\(name) in \(effect.path.joined(separator: "/"))"
  }
}
