/// Sets dependencies for the whole program; a host calls it before anything else.
///
/// ```swift
/// @main struct Wallet {
///   static func main() async {
///     prepareDependencies { $0.nodeClient = .live(url: url) }
///     …
///   }
/// }
/// ```
///
/// In a test, only that test sees the prepared values. Preparing a key that was already read is
/// reported, because its reader keeps the old value.
///
/// - Parameter update: Changes the values.
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result, Failure: Error>(
  _ update: (inout DependencyValues) throws(Failure) -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws(Failure) -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if DependencyValues.currentIfAny != nil {
    reportMisuse(
      """
      'prepareDependencies' was called where other dependency values are current: in a reducer, in \
      an effect, or inside 'withDependencies'. Those values stay current, so the prepared ones \
      have no effect on this code.

      Call 'prepareDependencies' before all of these: at the start of 'main', or in a test. To \
      override values here, use 'withDependencies'.
      """, at: site)
  }
  let root = DependencyValues.root
  var values = root.value
  let earlier = values.storage.overrides
  // Values that the update itself reads, in order to change a part of them, are not counted.
  let readKeys = values.storage.defaults.readKeys
  let result = try values.update(update)
  root.setValue(values)
  let prepared = values.storage.overrides
  let replacedCount = earlier.count { key, box in
    prepared[key].map { $0 !== box } ?? false
  }
  if replacedCount > 0 {
    reportMisuse(
      """
      \(replacedCount) of the dependencies had been prepared before. Code that read them in the \
      meantime keeps the first values, so parts of the program may now use different ones.

      Prepare each dependency once, in one call of 'prepareDependencies' at the start of 'main'.
      """, at: site)
  }
  let lateCount = prepared.keys.count { earlier[$0] == nil && readKeys.contains($0) }
  if lateCount > 0 {
    reportMisuse(
      """
      \(lateCount) of the prepared dependencies had already been read. Code that read them keeps \
      the value that was current then, so parts of the program now use different values.

      Call 'prepareDependencies' before any code reads a dependency: at the start of 'main'.
      """, at: site)
  }
  return result
}
