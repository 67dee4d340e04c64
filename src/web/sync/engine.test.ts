import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { append, EMPTY_DATA } from './operation.ts'
import { enqueue, failWith, idsIn, openTestDevice, shown, type TestDevice, toOperation } from './testing/test-device.ts'

let device: TestDevice

beforeEach(() => {
  device = openTestDevice()
})
afterEach(() => device.close())

test('Q3 operations of one kind are sent in their order, and those of the first kind first', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'y1', 'y')
  for (const id of ['x1', 'x2']) await enqueue(sync, id)
  await sync.flush()
  expect(device.received).toEqual(['x1', 'x2', 'y1'])
  expect([shown(sync), await device.onDisk(), device.delays()]).toEqual([[], [], []])
  expect(device.onSent.mock.calls.map(([sent]) => idsIn({ operations: sent }))).toEqual([['x1', 'x2', 'y1']])
})

test('Q3 an operation waits for one of another kind about the same item', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'y1', 'y', ['item'])
  await enqueue(sync, 'x1', 'x', ['item'])
  await enqueue(sync, 'y2', 'y', ['item'])
  await sync.flush()
  expect(device.received).toEqual(['y1', 'x1', 'y2'])
})

test('Q2 Y2 an operation is stored, and the next page sends it at once', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  expect(await device.onDisk()).toEqual(['x1'])
  sync.stop()
  const next = await device.openPage()
  await device.whenReceived('x1')
  await expect.poll(() => shown(next)).toEqual([])
})

test('Q2 Q3 two tabs show the same operations, and send each once', async () => {
  const [one, two] = [await device.openPage(), await device.openPage()]
  device.server = failWith('offline')
  await enqueue(one, 'x1')
  await expect.poll(() => shown(two)).toEqual(['x1'])
  await enqueue(two, 'x2')
  await expect.poll(() => shown(one)).toEqual(['x1', 'x2'])
  await Promise.all([one.flush(), two.flush()])
  device.received = []
  device.server = () => undefined
  await Promise.all([one.flush(), two.flush()])
  expect(device.received).toEqual(['x1', 'x2'])
  for (const page of [one, two]) await expect.poll(() => shown(page)).toEqual([])
})

test('Q2 Q3 what a tab has stored without telling the others is shown and sent when the user returns', async () => {
  const sync = await device.openPage()
  await device.writeDisk({ ...EMPTY_DATA, operations: [{ ...toOperation('x1', 'x', []), after: [] }] })
  device.server = failWith('offline')
  sync.reread()
  await device.whenReceived('x1')
  expect(shown(sync)).toEqual(['x1'])
})

test('Y2 an operation that is added during a request is sent after it', async () => {
  const sync = await device.openPage()
  const request = device.holdRequest()
  await enqueue(sync, 'x1')
  const flushed = sync.flush()
  await device.whenReceived('x1')
  await enqueue(sync, 'x2')
  const flushedAgain = sync.flush()
  request.resolve()
  await Promise.all([flushed, flushedAgain])
  expect(device.received).toEqual(['x1', 'x2'])
  expect(await device.onDisk()).toEqual([])
})

test('Y2 a batch of which one operation is refused is sent one by one', async () => {
  const sync = await device.openPage(device.createKind('x', { batchSize: (ready) => Math.min(ready.length, 3) }))
  for (const id of ['a', 'b', 'c', 'd']) await enqueue(sync, id)
  device.server = (ids) => ids.includes('b') && failWith('invalid')()
  await sync.flush()
  expect(device.received).toEqual(['a b c', 'a', 'b', 'c', 'd'])
  expect(await device.onDisk()).toEqual([])
  const [sent, refused] = device.onSent.mock.calls[0]!
  expect(idsIn({ operations: sent })).toEqual(['a', 'c', 'd'])
  expect(refused).toMatchObject([{ operation: { id: 'b' }, error: { code: 'invalid' } }])
})

test('Q4 an operation that waited for a refused one is sent', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'y1', 'y', ['item'])
  await enqueue(sync, 'x1', 'x', ['item'])
  device.server = ([id]) => id === 'y1' && failWith('conflict')()
  await sync.flush()
  expect(device.received).toEqual(['y1', 'x1'])
  expect(await device.onDisk()).toEqual([])
})

test('Q3 a failure of one kind on the server does not stop the other, except for what waits for it', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1', 'x', ['item'])
  await enqueue(sync, 'y1', 'y')
  await enqueue(sync, 'y2', 'y', ['item'])
  device.server = ([id]) => id === 'x1' && failWith('internal')()
  await sync.flush()
  expect(device.received).toEqual(['x1', 'y1'])
  expect(await device.onDisk()).toEqual(['x1', 'y2'])
  expect(device.delays()).toEqual([1_000])
})

test('Q3 an unreachable server stops all kinds', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  await enqueue(sync, 'y1', 'y')
  device.server = failWith('offline')
  await sync.flush()
  expect(device.received).toEqual(['x1'])
  expect(await device.onDisk()).toEqual(['x1', 'y1'])
  expect(device.onSent).not.toHaveBeenCalled()
})

test('Y2 sending is retried with growing delays until it succeeds', async () => {
  const sync = await device.openPage()
  device.server = failWith('offline')
  await enqueue(sync, 'x1')
  const attempts = []
  for (let count = 0; count < 7; count++) {
    await sync.flush()
    attempts.push(...device.delays())
  }
  expect(attempts).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000])
  device.server = () => undefined
  device.received = []
  device.runScheduled()
  await expect.poll(() => shown(sync)).toEqual([])
  expect([device.received, device.delays()]).toEqual([['x1'], []])
  device.server = failWith('rate-limited')
  await enqueue(sync, 'x2')
  await sync.flush()
  expect(device.delays()).toEqual([1_000])
})

test('Y2 an operation that was added is sent a moment later', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  expect(device.delays()).toEqual([1_000])
  device.runScheduled()
  await device.whenReceived('x1')
})

test('Y2 a bug in sending is reported and not retried, and the operations stay', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  const bug = new TypeError('undefined is not a function')
  device.server = () => {
    throw bug
  }
  await sync.flush()
  expect(device.reportError).toHaveBeenCalledExactlyOnceWith(bug)
  expect([device.received, device.delays()]).toEqual([['x1'], []])
  expect(await device.onDisk()).toEqual(['x1'])
  device.server = () => undefined
  await sync.flush()
  expect(await device.onDisk()).toEqual([])
})

test('Y2 a bug in one kind does not stop the other', async () => {
  const sync = await device.openPage()
  await enqueue(sync, 'x1')
  await enqueue(sync, 'y1', 'y')
  device.server = ([id]) => {
    if (id === 'x1') throw new TypeError('undefined is not a function')
  }
  await sync.flush()
  expect([device.received, device.delays()]).toEqual([['x1', 'y1'], []])
  expect(await device.onDisk()).toEqual(['x1'])
})

test('Y2 operations that the server does not acknowledge are not sent again at once', async () => {
  const sync = await device.openPage(
    device.createKind('x', {
      async send() {
        device.received.push('without effect')
        return (data) => data
      },
    }),
  )
  await enqueue(sync, 'x1')
  await sync.flush()
  expect(device.received).toEqual(['without effect'])
  expect(await device.onDisk()).toEqual(['x1'])
  expect(device.delays()).toEqual([1_000])
})

test('Q3 operations of a disabled kind stay and block nobody until the kind is enabled', async () => {
  let isEnabled = false
  const sync = await device.openPage(device.createKind('x', { isEnabled: () => isEnabled }), device.createKind('y'))
  await enqueue(sync, 'x1', 'x', ['item'])
  expect(sync.mustWait(toOperation('y1', 'y', ['item']))).toBe(false)
  await enqueue(sync, 'y1', 'y', ['item'])
  await enqueue(sync, 'x2', 'x', ['item'])
  await sync.flush()
  expect(device.received).toEqual(['y1'])
  expect([await device.onDisk(), device.delays()]).toEqual([['x1', 'x2'], []])
  isEnabled = true
  expect(sync.mustWait(toOperation('y2', 'y', ['item']))).toBe(true)
  sync.retryNow()
  await device.whenReceived('y1', 'x1', 'x2')
})

test('Q3 operations of a kind that this version does not know stay and block nobody', async () => {
  await device.writeDisk(append(EMPTY_DATA, toOperation('z1', 'z', ['item'])))
  const sync = await device.openPage()
  expect(sync.mustWait(toOperation('y1', 'y', ['item']))).toBe(false)
  await enqueue(sync, 'x1', 'x', ['item'])
  await sync.flush()
  expect(device.received).toEqual(['x1'])
  expect(await device.onDisk()).toEqual(['z1'])
})
