import Testing

@testable import LocalServing

/// Which connection has to go when there are too many.
struct ConnectionTableTests {
  private static func socket(_ number: Int32) -> SocketFile { SocketFile(descriptor: number) }

  private static func insert(
    _ number: Int32, _ table: inout ConnectionTable
  ) throws -> (id: UInt64, ended: SocketFile?) {
    let inserted = table.insert(socket(number))
    return try #require(inserted)
  }

  @Test func theLongestWaitingOneLeavesForANewOne() throws {
    var table = ConnectionTable(countMax: 2)
    let first = try Self.insert(10, &table)
    let second = try Self.insert(11, &table)
    #expect(first.ended == nil)
    #expect(second.ended == nil)
    // The first was heard later than the second.
    #expect(table.beginAnswer(first.id) == true)
    #expect(table.endAnswer(first.id) == true)
    let third = try Self.insert(12, &table)
    #expect(third.ended == Self.socket(11))
    #expect(table.beginAnswer(second.id) == false, "it was ended")
  }

  @Test func aClientThatIsAnsweredStays() throws {
    var table = ConnectionTable(countMax: 1)
    let first = try Self.insert(10, &table)
    #expect(table.beginAnswer(first.id) == true)
    let refused = table.insert(Self.socket(11))
    #expect(refused == nil)
    #expect(table.endAnswer(first.id) == true)
    let ended = table.insert(Self.socket(11))?.ended
    #expect(ended == Self.socket(10))
  }

  @Test func clientsThatLeaveSlowlyAreCounted() throws {
    var table = ConnectionTable(countMax: 2)
    var ids: [UInt64] = []
    for number in 0..<4 as Range<Int32> { ids.append(try Self.insert(number, &table).id) }
    let refused = table.insert(Self.socket(4))
    #expect(refused == nil, "twice the limit have threads")
    #expect(table.remove(ids[0]) == false)
    let ended = table.insert(Self.socket(4))?.ended
    #expect(ended == Self.socket(2))
  }

  @Test func aStopEndsThoseThatWaitAndThenAll() throws {
    var table = ConnectionTable(countMax: 8)
    let waiting = try Self.insert(10, &table)
    let answered = try Self.insert(11, &table)
    #expect(table.beginAnswer(answered.id) == true)
    #expect(table.stop(endsAnswers: false) == [Self.socket(10)])
    let refused = table.insert(Self.socket(12))
    #expect(refused == nil)
    #expect(table.endAnswer(answered.id) == false, "nothing more is read")
    #expect(table.stop(endsAnswers: true) == [Self.socket(11)])
    #expect(table.remove(waiting.id) == false)
    #expect(table.remove(answered.id) == true)
  }
}
