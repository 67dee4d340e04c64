import { locks } from 'node:worker_threads'
import { expect, vi } from 'vitest'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'
import { newId } from '#web/api/new-id.ts'
import { closeSession, startSession } from '#web/api/session.ts'
import { openDatabase } from '#web/sync/database.ts'
import { createDiskStorage } from '#web/sync/storage.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import type { Refusal } from '#web/sync/sender.ts'
import { type Operation, type OperationKind, remove, type UserData } from '#web/sync/operation.ts'
import { createDeferred } from '#web/testing/deferred.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { createTestSync } from './test-sync.ts'

export const signIn = (userId: string) => startSession(sessionToken(userId))

export const failWith = (code: ApiErrorCode) => () => {
  throw new ApiError(code)
}

export const toOperation = (id: string, kind: string, items: readonly string[]) => ({
  id,
  kind,
  items,
  payload: undefined,
})
export const enqueue = (sync: SyncEngine, id: string, kind = 'x', items: readonly string[] = []) =>
  sync.enqueue(toOperation(id, kind, items))

export const idsIn = ({ operations }: Pick<UserData, 'operations'>) => operations.map(({ id }) => id)
export const shown = (sync: SyncEngine) => idsIn(sync.store.getState().data)

export type TestDevice = ReturnType<typeof openTestDevice>

/** A device with a new user, who is signed in, and pages whose timers the test runs. */
export function openTestDevice() {
  const user = newId()
  const pages: SyncEngine[] = []
  const [timers, server] = [createTimers(), createServer()]
  const onSent = vi.fn<(sent: readonly Operation[], refused: readonly Refusal[]) => void>()
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
  signIn(user)

  return Object.assign(server, {
    ...openDisk(user),
    user,
    onSent,
    /** Receives bugs. */
    reportError,
    delays: timers.delays,
    runScheduled: timers.runScheduled,

    /** Opens a tab with the given kinds, or with `x` and `y`. */
    async openPage(...kinds: OperationKind<unknown>[]) {
      const sync = createTestSync({ runLater: timers.runLater, onSent })
      const all = kinds.length > 0 ? kinds : ['x', 'y'].map((name) => server.createKind(name))
      for (const kind of all) sync.register(kind)
      pages.push(sync)
      sync.start()
      await sync.whenRead()
      return sync
    },

    close() {
      for (const page of pages) page.stop()
      closeSession('deleted')
      vi.useRealTimers()
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'locks')
    },
  })
}

function createServer() {
  const server = {
    /** The ids of the operations in each request, in order. */
    received: [] as string[],
    /** Throws if the server does not accept a request. */
    server: (_ids: readonly string[]): unknown => undefined,

    /** A kind whose operations are sent to the server. */
    createKind: (name: string, options: Partial<OperationKind<unknown>> = {}): OperationKind<unknown> => ({
      name,
      async send(operations) {
        const ids = idsIn({ operations })
        server.received.push(ids.join(' '))
        await server.server(ids)
        return (data) => remove(data, ids)
      },
      ...options,
    }),

    async whenReceived(...ids: string[]) {
      await expect.poll(() => server.received).toEqual(ids)
    },

    /** Lets the next requests wait until the test answers them. */
    holdRequest() {
      const { promise, resolve, reject } = createDeferred<void>()
      server.server = () => promise
      return { resolve, reject: (code: ApiErrorCode) => reject(new ApiError(code)) }
    },
  }
  return server
}

function createTimers() {
  const scheduled = new Set<{ task: () => void; ms: number }>()
  return {
    runLater(task: () => void, ms: number) {
      const entry = { task, ms }
      scheduled.add(entry)
      return () => scheduled.delete(entry)
    },
    /** The delays of the tasks that wait for their time. */
    delays: () => [...scheduled].map(({ ms }) => ms),
    runScheduled() {
      const due = [...scheduled]
      scheduled.clear()
      for (const { task } of due) task()
    },
  }
}

function openDisk(user: string) {
  const disk = openDatabase().then(createDiskStorage)
  const readDisk = async () => (await (await disk).change(user, (data) => [data, undefined])).data
  return {
    readDisk,
    /** The ids of the stored operations. */
    onDisk: async () => idsIn(await readDisk()),
    writeDisk: async (data: UserData) => void (await (await disk).change(user, () => [data, undefined])),
  }
}
