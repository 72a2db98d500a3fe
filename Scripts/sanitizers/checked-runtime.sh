#!/usr/bin/env bash
# Copies the package to a folder, with every unchecked access of the framework made a checked one:
#
#   unowned(unsafe)                                unowned: an object that is gone traps
#   takeUnretainedValue, fromOpaque                look at the object's memory first: the address
#                                                  sanitizer stops where it is freed
#   unsafeDowncast, unsafelyUnwrapped              as!, !
#   withUnsafeContinuation                         withCheckedContinuation: resumed once
#   _withUnprotectedUnsafe(Mutable)Pointer         withUnsafe(Mutable)Pointer
#
# `make sanitize` runs the framework's tests on the copy, under the address sanitizer.
set -euo pipefail
cd "$(dirname "$0")/../.."
copy=$1

mkdir -p "$copy"
for part in Package.swift Plugins Sources Tests Examples Documentation README.md Makefile; do
  rm -rf "${copy:?}/$part"
  cp -R "$part" "$copy/"
done

framework=$copy/Sources/Framework
find "$framework" -name '*.swift' ! -path '*Macros/*' -print0 | xargs -0 sed -i -E \
  -e 's/unowned\(unsafe\)/unowned/g' \
  -e 's/\.takeUnretainedValue\(\)/.checkedValue()/g' \
  -e 's/\bunsafeDowncast\(/checkedDowncast(/g' \
  -e 's/\.unsafelyUnwrapped/!/g' \
  -e 's/_withUnprotectedUnsafe/withUnsafe/g' \
  -e 's/\b(Unsafe|withUnsafe)Continuation\b/\1_Continuation/g' \
  -e 's/withUnsafe_Continuation/withCheckedContinuation/g' \
  -e 's/Unsafe_Continuation/CheckedContinuation/g'

# Internal, and inlinable as what calls it is.
cat > "$framework/Headrace/Checked.swift" <<'SWIFT'
extension Unmanaged {
  @inlinable
  @inline(never)
  package func checkedValue() -> Instance {
    // The address sanitizer sees this read, not those of the runtime's own counting.
    precondition(toOpaque().load(as: UInt.self) != 0, "An object is gone that was held unmanaged.")
    return takeUnretainedValue()
  }
}

@inlinable
package func checkedDowncast<T: AnyObject>(_ value: AnyObject, to type: T.Type) -> T {
  guard let value = value as? T else {
    preconditionFailure("A \(Swift.type(of: value)) is no \(type).")
  }
  return value
}
SWIFT
unchecked='exclusivity\(unchecked\)|unowned\(unsafe\)|_withUnsafeGuaranteedRef|unsafeDowncast\('
grep -rqE "$unchecked" "$framework" --include='*.swift' && {
  echo "checked-runtime: an unchecked access is left in $framework" >&2
  exit 1
}
echo "checked-runtime: $copy"
