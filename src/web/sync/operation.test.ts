import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  append,
  EMPTY_DATA,
  findReady,
  mustWait,
  type NewOperation,
  type Operation,
  rebase,
  remove,
  type UserData,
} from './operation.ts'

/** `a 1 2`: an operation of kind `a` about the items 1 and 2. Its id is its place in the outbox. */
function toOperation(text: string, index: number): NewOperation {
  const [kind = '', ...items] = text.split(' ')
  return { id: String(index), kind, items, payload: undefined }
}

const outbox = (...texts: string[]) => texts.map(toOperation).reduce(append, EMPTY_DATA)
const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id)
const always = () => true
const except = (disabled: string) => (kind: string) => kind !== disabled

// prettier-ignore
test.each<[what: string, outbox: string[], after: string[]]>([
  ['nothing in an empty outbox',                               ['a 1'],                             []],
  ['nothing of its own kind',                                  ['a 1', 'a 1'],                      []],
  ['nothing about other items',                                ['b 2', 'a 1'],                      []],
  ['an operation of another kind about the same item',         ['b 1', 'a 1'],                      ['0']],
  ['one that shares any of several items',                     ['b 3 2', 'a 1 2'],                  ['0']],
  ['only the last of another kind, which is sent in order',    ['b 1', 'b 1', 'b 2', 'a 1'],        ['1']],
  ['the last of every other kind',                             ['b 1', 'c 1', 'b 1', 'c 2', 'a 1'], ['2', '1']],
])('Q3 a new operation waits for %s', (_what, texts, after) => {
  expect(outbox(...texts).operations.at(-1)?.after.toSorted()).toEqual(after.toSorted())
})

// prettier-ignore
test.each<[what: string, outbox: string[], disabled: string, ready: string[]]>([
  ['all that wait for nothing',                       ['a 1', 'b 2', 'a 3'],          '',  ['0', '2']],
  ['those before the first that waits',               ['a 1', 'b 2', 'a 2', 'a 3'],   '',  ['0']],
  ['none if the first waits',                         ['b 1', 'a 1'],                 '',  []],
  ['all if the other kind is disabled',               ['b 1', 'a 1', 'a 2'],          'b', ['1', '2']],
])('Q3 ready are %s', (_what, texts, disabled, ready) => {
  expect(idsOf(findReady(outbox(...texts), 'a', except(disabled)))).toEqual(ready)
})

test('Q3 an operation is ready once the one that it waited for was sent or discarded', () => {
  const data = outbox('b 1', 'a 1')
  expect(idsOf(findReady(remove(data, ['0']), 'a', always))).toEqual(['1'])
})

// prettier-ignore
test.each<[what: string, outbox: string[], disabled: string, mustWait: boolean]>([
  ['not in an empty outbox',                        [],      '',  false],
  ['for its own kind',                              ['a 2'], '',  true],
  ['for another kind about the same item',          ['b 1'], '',  true],
  ['not for another kind about other items',        ['b 2'], '',  false],
  ['not for a disabled kind',                       ['b 1'], 'b', false],
])('Q3 an operation that could be sent at once waits: %s', (_what, texts, disabled, expected) => {
  expect(mustWait(outbox(...texts), toOperation('a 1', 9), except(disabled))).toBe(expected)
})

test('Y2 the changes of a tab in memory are repeated on disk: what it sent, and what it added after the rest', () => {
  const [sentByOther, sentByTab, left, byOther, byTab] = ['a 1', 'a 2', 'a 3', 'a 4', 'a 5'].map(toOperation)
  const toData = (...operations: (NewOperation | undefined)[]) =>
    operations.flatMap((operation) => operation ?? []).reduce(append, EMPTY_DATA)
  const before = { ...toData(sentByOther, sentByTab, left), states: { same: 1, changed: 1, deleted: 1 } }
  const after = { ...toData(sentByOther, left, byTab), states: { same: 1, changed: 2, added: 2 } }
  const onDisk = { ...toData(sentByTab, left, byOther), states: { same: 3, changed: 3, deleted: 3 } }
  const rebased = rebase(onDisk, before, after)
  expect(idsOf(rebased.operations)).toEqual(idsOf(toData(left, byOther, byTab).operations))
  expect(rebased.states).toEqual({ same: 3, changed: 2, added: 2 })
  expect(rebase(onDisk, before, before)).toBe(onDisk)
})

const anyOperation = fc
  .tuple(fc.constantFrom('a', 'b'), fc.subarray(['1', '2', '3']))
  .map(([kind, items]) => [kind, ...items].join(' '))
const anyOutbox = fc.array(anyOperation, { maxLength: 12 })

/** Sends batches of any kind that has ready operations, and returns all operations in the order of sending. */
function sendAll(data: UserData, choices: Iterator<number>) {
  const sent: Operation[] = []
  while (data.operations.length > 0) {
    const ready = ['a', 'b'].map((kind) => findReady(data, kind, always)).filter(({ length }) => length > 0)
    expect(ready.length).toBeGreaterThan(0)
    const choice = choices.next().value as number
    const queue = ready[choice % ready.length]!
    const batch = queue.slice(0, 1 + (choice % queue.length))
    sent.push(...batch)
    data = remove(data, idsOf(batch))
  }
  return sent
}

const isInOrder = (operations: readonly Operation[]) =>
  operations.every(({ id }, index) => index === 0 || Number(operations[index - 1]!.id) < Number(id))

test('Q3 the two kinds never block each other for ever, and keep the order within a kind and about an item', () => {
  const property = fc.property(anyOutbox, fc.infiniteStream(fc.nat(11)), (texts, choices) => {
    const sent = sendAll(outbox(...texts), choices)
    expect(sent).toHaveLength(texts.length)
    for (const kind of ['a', 'b']) expect(isInOrder(sent.filter((operation) => operation.kind === kind))).toBe(true)
    for (const item of ['1', '2', '3']) expect(isInOrder(sent.filter(({ items }) => items.includes(item)))).toBe(true)
  })
  fc.assert(property, { seed: 2_026, numRuns: 1_000 })
})

test('Q3 everything of one kind is ready while the other is disabled', () => {
  const property = fc.property(anyOutbox, (texts) => {
    const data = outbox(...texts)
    const own = data.operations.filter(({ kind }) => kind === 'a')
    expect(findReady(data, 'a', except('b'))).toEqual(own)
  })
  fc.assert(property, { seed: 2_026 })
})

/** The first operations that are sent, in an allowed order. */
const sendSome = (data: UserData, count: number, choices: Iterator<number>) =>
  idsOf(sendAll(data, choices).slice(0, count))

const appendAll = (data: UserData, texts: readonly string[], firstId: number) =>
  texts.map((text, index) => toOperation(text, firstId + index)).reduce(append, data)

test('Q3 operations of two tabs, of which one has worked in memory, never block each other for ever', () => {
  const anyShort = fc.array(anyOperation, { maxLength: 5 })
  const anyChoices = fc.infiniteStream(fc.nat(11))
  const anyTab = fc.record({ sent: fc.nat(5), added: anyShort })
  const property = fc.property(anyShort, anyTab, anyTab, anyChoices, (texts, one, two, choices) => {
    const before = outbox(...texts)
    const [byOne, byTwo] = [one, two].map(({ sent }) => sendSome(before, sent, choices)) as [string[], string[]]
    const onDisk = appendAll(remove(before, byOne), one.added, 100)
    const inMemory = appendAll(remove(before, byTwo), two.added, 200)
    const rebased = rebase(onDisk, before, inMemory)
    expect(sendAll(rebased, choices)).toHaveLength(rebased.operations.length)
  })
  fc.assert(property, { seed: 2_026, numRuns: 1_000 })
})
