import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '#web/api/new-id.ts'
import { simulateFullDisk } from '#web/testing/full-disk.ts'
import { deleteSentData, openDatabase } from './database.ts'
import { createDiskStorage } from './storage.ts'
import { append, EMPTY_DATA, remove, type UserData } from './operation.ts'
import { createFallbackStorage, DISK_RETRY_MS, type Storage } from './storage.ts'

const open = async () => createDiskStorage(await openDatabase())

const add = (storage: Storage, user: string, id: string) =>
  storage.change(user, (data) => [append(data, { id, kind: 'note', items: [], payload: `text of ${id}` }), undefined])
const acknowledge = (storage: Storage, user: string, id: string) =>
  storage.change(user, (data) => [remove(data, [id]), undefined])
const setState = (storage: Storage, user: string, note: string) =>
  storage.change(user, (data) => [{ ...data, states: { note } }, undefined])
const erase = (storage: Storage, user: string) => storage.change(user, () => [EMPTY_DATA, undefined])
const read = (storage: Storage, user: string) => storage.change(user, (data) => [data, undefined])

const idsOf = ({ data }: { data: UserData }) => data.operations.map(({ id }) => id)
const idsOnDisk = async (user: string) => idsOf(await read(await open(), user))

/** Runs work while every write to the disk fails. */
async function withFullDisk(work: () => Promise<unknown>) {
  const full = simulateFullDisk()
  await work()
  full.mockRestore()
}

const waitForRetry = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DISK_RETRY_MS })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('Y2 operations of two tabs get one order, and outlive both tabs', async () => {
  const user = newId()
  const [one, two] = [createFallbackStorage(open), createFallbackStorage(open)]
  await Promise.all([add(one, user, 'a'), add(two, user, 'b'), add(one, user, 'c'), add(two, user, 'd')])
  const { operations } = (await read(createFallbackStorage(open), user)).data
  expect(operations.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  expect(operations.find(({ id }) => id === 'c')?.payload).toBe('text of c')
  expect(idsOf(await read(one, user))).toEqual(idsOf(await read(two, user)))
})

test('Y3 each user has data of their own', async () => {
  const [ann, ben] = [newId(), newId()]
  const storage = createFallbackStorage(open)
  await add(storage, ann, 'a')
  expect(idsOf(await read(storage, ben))).toEqual([])
  await erase(storage, ben)
  expect(idsOf(await read(storage, ann))).toEqual(['a'])
})

test('Y3 an erasure leaves nothing of the changes that began before it', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  await setState(storage, user, 'kept')
  await Promise.all([add(storage, user, 'a'), setState(storage, user, 'later'), erase(storage, user)])
  expect(await (await openDatabase()).get('users', user)).toBeUndefined()
})

test('S26 Y3 Q6 without a session only the data of users with unsent operations stays on the device', async () => {
  const [sent, unsent] = [newId(), newId()]
  const storage = createFallbackStorage(open)
  await setState(storage, sent, 'of Ann')
  await setState(storage, unsent, 'of Ben')
  await add(storage, unsent, 'a')
  const db = await openDatabase()
  await db.put('queries', { user: unsent, hash: 'tags', queryKey: ['tags'], data: [], savedAt: 1, version: '1' })
  await deleteSentData(db)
  expect((await read(storage, sent)).data).toEqual(EMPTY_DATA)
  expect(await read(storage, unsent)).toMatchObject({ data: { operations: [{ id: 'a' }], states: { note: 'of Ben' } } })
  expect(await db.getAll('queries')).toEqual([])
})

test('Q8 Y2 without a database operations are in memory, and not durable', async () => {
  const user = newId()
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })
  const storage = createFallbackStorage(open)
  await add(storage, user, 'a')
  const changed = await add(storage, user, 'b')
  expect(idsOf(changed)).toEqual(['a', 'b'])
  expect(changed).toMatchObject({ isDurable: false, isChanged: true })
  expect(await read(storage, user)).toMatchObject({ isDurable: false, isChanged: false })
})

test('Q8 IndexedDB that is switched off is a failure of the disk', async () => {
  vi.stubGlobal('indexedDB', undefined)
  expect(await add(createFallbackStorage(open), newId(), 'a')).toMatchObject({ isDurable: false })
})

test('Q8 Y2 a disk that becomes full loses no operation of the tab', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  expect(await add(storage, user, 'a')).toMatchObject({ isDurable: true })
  await withFullDisk(() => add(storage, user, 'b'))
  const found = await read(storage, user)
  expect(idsOf(found)).toEqual(['a', 'b'])
  expect(found).toMatchObject({ isDurable: false })
  expect(await idsOnDisk(user)).toEqual(['a'])
})

test('Q8 Y2 a tab that worked in memory saves its operations once the disk works again, beside those of other tabs', async () => {
  const user = newId()
  const [storage, other] = [createFallbackStorage(open), createFallbackStorage(open)]
  await add(storage, user, 'a')
  await withFullDisk(async () => {
    await add(storage, user, 'b')
    await setState(storage, user, 'newer')
  })
  await add(other, user, 'c')
  await setState(other, user, 'older')

  expect(await read(storage, user)).toMatchObject({ isDurable: false })
  waitForRetry()
  const changed = await add(storage, user, 'd')
  expect(changed).toMatchObject({ isDurable: true, isChanged: true })
  expect(idsOf(changed)).toEqual(['a', 'c', 'b', 'd'])
  expect(await idsOnDisk(user)).toEqual(['a', 'c', 'b', 'd'])
  expect((await read(other, user)).data.states).toEqual({ note: 'newer' })
})

test('Q8 reading alone saves what was only in memory', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  await withFullDisk(() => add(storage, user, 'a'))
  waitForRetry()
  expect(await read(storage, user)).toMatchObject({ isDurable: true, isChanged: true })
  expect(await idsOnDisk(user)).toEqual(['a'])
  expect(await read(storage, user)).toMatchObject({ isDurable: true, isChanged: false })
})

test('Q8 a disk that is still full after 30 seconds loses nothing, and is tried again after 30 more', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  const full = simulateFullDisk()
  await add(storage, user, 'a')
  waitForRetry()
  expect(await add(storage, user, 'b')).toMatchObject({ isDurable: false })
  full.mockRestore()
  expect(await read(storage, user)).toMatchObject({ isDurable: false })
  waitForRetry()
  expect(await read(storage, user)).toMatchObject({ isDurable: true })
  expect(await idsOnDisk(user)).toEqual(['a', 'b'])
})

test('Y2 operations that were acknowledged while the disk failed do not come back from it', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  for (const id of ['a', 'b']) await add(storage, user, id)
  await withFullDisk(async () => {
    await add(storage, user, 'c')
    for (const id of ['a', 'c']) await acknowledge(storage, user, id)
  })
  await add(createFallbackStorage(open), user, 'd')
  waitForRetry()
  expect(idsOf(await read(storage, user))).toEqual(['b', 'd'])
  expect(await idsOnDisk(user)).toEqual(['b', 'd'])
})

test('Y2 operations that another tab sent while the disk failed do not come back from memory', async () => {
  const user = newId()
  const [storage, other] = [createFallbackStorage(open), createFallbackStorage(open)]
  for (const id of ['a', 'b']) await add(storage, user, id)
  await withFullDisk(() => add(storage, user, 'c'))
  await acknowledge(other, user, 'a')
  waitForRetry()
  expect(idsOf(await read(storage, user))).toEqual(['b', 'c'])
  expect(await idsOnDisk(user)).toEqual(['b', 'c'])
})

test('Y3 the data of a session that ends is erased even if writing has just failed', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  await add(storage, user, 'a')
  await withFullDisk(async () => {
    await add(storage, user, 'b')
    await storage.changeNow(user, () => [EMPTY_DATA, undefined])
  })
  expect(await idsOnDisk(user)).toEqual([])
})

test('Y2 a closed connection is opened again', async () => {
  const user = newId()
  const db = await openDatabase()
  const disks = [createDiskStorage(db)]
  const storage = createFallbackStorage(async () => disks.shift() ?? open())
  await add(storage, user, 'a')
  db.close()
  expect(await add(storage, user, 'b')).toMatchObject({ isDurable: false })
  waitForRetry()
  expect(await read(storage, user)).toMatchObject({ isDurable: true })
  expect(await idsOnDisk(user)).toEqual(['a', 'b'])
})

test('Y2 a disk that failed to open because of a bug is opened again', async () => {
  const openings = [() => Promise.reject(new TypeError('failed to load a script')), open]
  const storage = createFallbackStorage(() => openings.shift()!())
  await expect(add(storage, newId(), 'a')).rejects.toThrow('failed to load a script')
  expect(await add(storage, newId(), 'a')).toMatchObject({ isDurable: true })
})

test('Y2 a bug in an edit is thrown, changes nothing, and is not taken for a broken disk', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  await add(storage, user, 'a')
  const buggy = () => {
    throw new TypeError('undefined is not a function')
  }
  await expect(storage.change(user, buggy)).rejects.toThrow('undefined is not a function')
  const changed = await add(storage, user, 'b')
  expect(idsOf(changed)).toEqual(['a', 'b'])
  expect(changed).toMatchObject({ isDurable: true })
})

test('Y2 a bug in an edit is thrown while the disk fails, too, and loses nothing', async () => {
  const user = newId()
  const storage = createFallbackStorage(open)
  await withFullDisk(() => add(storage, user, 'a'))
  const buggy = () => {
    throw new TypeError('undefined is not a function')
  }
  await expect(storage.change(user, buggy)).rejects.toThrow('undefined is not a function')
  expect(idsOf(await read(storage, user))).toEqual(['a'])
})
