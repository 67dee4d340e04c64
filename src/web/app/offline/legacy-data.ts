import { deleteDB, openDB } from 'idb'
import type { Command } from '#core/timer/command.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { predictHistory } from '#core/timer/device/prediction.ts'
import { COMMAND, type StoredTimer, toCommandOperation } from '#web/features/timer/commands/stored-commands.ts'
import { type Mutation, toMutationOperation } from '#web/sync/mutations.ts'
import { append, type UserData } from '#web/sync/operation.ts'
import { hash } from '#web/api/reply-outline.ts'
import type { Storage } from '#web/sync/storage.ts'

interface LegacyTimer extends StoredTimer {
  pending: readonly Command[]
}

interface LegacyMutation {
  key: number
  user: string
  change: Omit<Mutation, 'requests' | 'optimisticPatch'> & {
    calls: Mutation['requests']
    shows: Mutation['optimisticPatch']
    /** The id of the command that must be sent before it. */
    after?: string
  }
}

/** Moves what version 0.1.0 has stored in its two databases into the outbox, and deletes them. */
export async function adoptLegacyData(disk: Storage) {
  // That version had to be at the root, so these databases would be another site's.
  if (BASE_PATH !== '') return
  const [timers, users] = await readLegacy<LegacyTimer>('ritmo', 'timers')
  const [mutations] = await readLegacy<LegacyMutation>('ritmo-offline', 'changes')
  for (const user of new Set([...users.map(String), ...mutations.map(({ user }) => user)])) {
    const own = mutations.filter((mutation) => mutation.user === user)
    await disk.change(user, (data) => [addLegacy(data, timers[users.indexOf(user)], own), undefined])
  }
  await Promise.all(['ritmo', 'ritmo-offline'].map((name) => deleteDB(name)))
}

async function readLegacy<Value>(name: string, store: string): Promise<[Value[], IDBValidKey[]]> {
  // A higher version closes the database in tabs of the earlier app, so that none writes to it before it is deleted.
  const db = await openDB(name, 2)
  try {
    const isUsed = db.objectStoreNames.contains(store)
    const stored = isUsed ? await Promise.all([db.getAll(store), db.getAllKeys(store)]) : [[], []]
    return stored as [Value[], IDBValidKey[]]
  } finally {
    db.close()
  }
}

/** Each mutation follows the command that it waited for; other commands come last. Repeating this adds nothing twice. */
export function addLegacy(before: UserData, timer: LegacyTimer | undefined, mutations: readonly LegacyMutation[]) {
  const { pending = [], snapshot = null, device, next, clockOffset } = timer ?? {}
  const history = predictHistory(snapshot, pending, Date.now())
  const commands = pending.map((command) => toCommandOperation(command, history))
  const ordered = mutations.flatMap(({ key, change: { calls, shows, after, ...rest } }) => {
    const mutation = { ...rest, requests: calls, optimisticPatch: shows }
    const first = commands.splice(0, commands.findIndex(({ id }) => id === after) + 1)
    return [...first, toMutationOperation(mutation, `ritmo-offline ${key} ${hash(JSON.stringify(calls))}`)]
  })
  const known = new Set(before.operations.map(({ id }) => id))
  const data = [...ordered, ...commands].filter(({ id }) => !known.has(id)).reduce(append, before)
  const state = timer && { device, next: pending[0]?.sequence ?? next, snapshot, clockOffset }
  return { ...data, states: { ...(state && { [COMMAND]: state }), ...data.states } }
}
