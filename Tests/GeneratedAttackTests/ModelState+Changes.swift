extension ModelState {
  /// Makes a change here.
  ///
  /// - Returns: The part of the state that may differ now; `nil` if nothing does.
  mutating func make(_ change: Change, with memory: inout ModelMemory) -> ModelTouch? {
    switch change {
    case .set where kind == .mode: return nil
    case .set(.a, let value):
      defer { a = value }
      return a == value ? nil : .a
    case .set(.b, let value):
      defer { b = value }
      return b == value ? nil : .b
    case .save(let number):
      memory.copies[number] = .state(self)
      return nil
    case .become(let number):
      guard case .state(let copy) = memory.copies[number], copy.kind == kind, copy.id == id
      else { return nil }
      self = copy
      return .all
    case .put(let slot, let id):
      guard kind.slots.contains(slot) else { return nil }
      return assign(memory.make(slot, id: id).state, to: slot, with: &memory)
    case .clear(let slot):
      guard kind.slots.contains(slot), slot != .fixed, !slot.isMany else { return nil }
      return clear(slot)
    case .renew(let slot, let key) where !slot.isMany:
      guard kind.slots.contains(slot), slot != .fixed, slot != .mode else { return nil }
      // The previous child is removed first.
      children[slot] = []
      return assign(memory.make(slot, id: key).state, to: slot, with: &memory)
    case .assign(let slot, let number):
      guard kind.slots.contains(slot), !slot.isMany,
        case .state(let copy) = memory.copies[number], copy.kind == slot.kind
      else { return nil }
      return assign(copy, to: slot, with: &memory)
    case .swapKids:
      guard kind == .tree, let fixed = children[.fixed]?.first, let opt = children[.opt]?.first
      else { return nil }
      children[.fixed] = [opt]
      children[.opt] = [fixed]
      return .slots([.fixed, .opt])
    case .putRow(let number):
      guard kind.slots.contains(.rows), case .state(let copy) = memory.copies[number],
        copy.kind == .tree
      else { return nil }
      return put(ModelChild(key: copy.id, incarnation: memory.nextIncarnation(), state: copy))
    default: return makeInList(change, with: &memory)
    }
  }

  private mutating func clear(_ slot: Slot) -> ModelTouch? {
    switch slot {
    case .one, .two: children = [:]
    case .mode: children[.mode] = [ModelChild(key: 0, incarnation: 0, state: ModelState(.mode))]
    default: children[slot] = []
    }
    return kind == .mode ? .all : .slots([slot])
  }

  private mutating func assign(
    _ state: ModelState, to slot: Slot, with memory: inout ModelMemory
  ) -> ModelTouch? {
    if slot == .one || slot == .two { children = [:] }
    if slot == .mode, state.kind != .mode { return nil }
    let old = children[slot]?.first
    let presented = old.flatMap { child in
      ModelState.isSamePresented(child.state, state, in: slot) ? child.incarnation : nil
    }
    children[slot] = [
      ModelChild(
        key: 0, incarnation: presented ?? memory.nextIncarnation(),
        presentation: old?.presentation ?? memory.nextIncarnation(), state: state)
    ]
    return kind == .mode ? .all : .slots([slot])
  }

  private mutating func put(_ row: ModelChild) -> ModelTouch {
    var rows = children[.rows, default: []]
    if let index = rows.firstIndex(where: { $0.key == row.key }) {
      rows[index] = row
    } else {
      rows.append(row)
    }
    children[.rows] = rows
    return .slots([.rows])
  }

  private mutating func makeInList(
    _ change: Change, with memory: inout ModelMemory
  ) -> ModelTouch? {
    if case .swapRows = change { return swapRows() }
    guard let slot = change.listSlot, kind.slots.contains(slot) else { return nil }
    // Changing a collection in place counts, even if the result is equal.
    let touch = ModelTouch.slots([slot])
    var list = children[slot, default: []]
    switch change {
    case .append(_, let id):
      if slot == .rows, list.contains(where: { $0.key == id }) { return touch }
      list.append(memory.make(slot, id: id))
    case .remove(_, let key):
      guard let index = list.firstIndex(where: { $0.key == key }), slot != .routes || index > 0
      else { return touch }
      list.remove(at: index)
    case .renew(_, let key):
      guard renew(&list, slot, key, with: &memory) else { return touch }
    case .rotate:
      guard rotate(&list, slot) else { return touch }
    case .saveAll(_, let number):
      memory.copies[number] = .list(slot, slot.kind, list)
      return nil
    case .assignAll(_, let number):
      guard case .list(let from, _, let copy) = memory.copies[number], from == slot
      else { return touch }
      list = copy
    default: return nil
    }
    children[slot] = list
    return touch
  }

  private func renew(
    _ list: inout [ModelChild], _ slot: Slot, _ key: Int, with memory: inout ModelMemory
  ) -> Bool {
    let index = list.firstIndex { $0.key == key }
    switch slot {
    case .routes:
      guard list.count > 1, let top = list.last, top.key != key else { return false }
      list[list.count - 1] = memory.make(slot, id: key)
    case .stack:
      guard let index else { return false }
      let (old, new) = (list[index], memory.make(slot, id: key))
      list[index] = new
      if Self.isSamePresented(old.state, new.state, in: slot) {
        list[index].incarnation = old.incarnation
      }
    default:
      guard let index else { return false }
      list.remove(at: index)
      list.append(memory.make(slot, id: key))
    }
    return true
  }

  private func rotate(_ list: inout [ModelChild], _ slot: Slot) -> Bool {
    switch slot {
    case .stack:
      guard !list.isEmpty else { return false }
      list.removeLast()
    case .routes:
      guard list.count > 2 else { return false }
      list.append(list.remove(at: 1))
    default:
      guard !list.isEmpty else { return false }
      list.append(list.removeFirst())
    }
    return true
  }

  private mutating func swapRows() -> ModelTouch? {
    guard kind.slots.contains(.rows) else { return nil }
    guard let count = children[.rows]?.count, count > 1 else { return .slots([.rows]) }
    children[.rows]?.swapAt(0, count - 1)
    return .slots([.rows])
  }
}

extension Change {
  /// The slot of a change of a list.
  var listSlot: Slot? {
    switch self {
    case .append(let slot, _), .remove(let slot, _), .renew(let slot, _), .rotate(let slot),
      .saveAll(let slot, _), .assignAll(let slot, _):
      slot.isMany ? slot : nil
    default: nil
    }
  }
}

/// The part of a state that may differ after a change.
enum ModelTouch {
  case a, b, all
  /// A case was changed by a feature above.
  case inCase
  case slots([Slot])
}
