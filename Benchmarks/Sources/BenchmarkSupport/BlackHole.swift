/// Takes a value and does nothing with it, which the compiler can't know.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) where Value: ~Copyable {}
