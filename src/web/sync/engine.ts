import { ApiError } from '#web/api/api-error.ts'
import type { SessionEnding } from '#web/api/session.ts'
import { append, type Edit, findReady, mustWait, type NewOperation, type OperationKind } from './operation.ts'
import { createOutbox, type RunLater } from './outbox.ts'
import { createSender, type SenderOptions } from './sender.ts'
import type { Storage, StorageEdit } from './storage.ts'
import type { Tabs } from './tabs.ts'

interface Options {
  /** Opens the storage on disk. Called again after a failure. */
  openDisk: () => Promise<Storage>
  tabs: Tabs
  /** The signed-in user, and when that changes. */
  session: { userId: () => string | undefined; onChange: (listener: (ending?: SessionEnding) => void) => () => void }
  /** Called after operations have left the outbox. */
  onSent?: SenderOptions['onSent']
  runLater?: RunLater
}

export type SyncEngine = ReturnType<typeof createSyncEngine>

/** Stores the operations of the signed-in user, and sends them in order until the server has answered each. */
export function createSyncEngine({ openDisk, tabs, session, onSent = () => {}, runLater = runAfter }: Options) {
  const kinds: OperationKind<unknown>[] = []
  const isEnabled = (name: string) => kinds.some((kind) => kind.name === name && (kind.isEnabled?.() ?? true))
  const outbox = createOutbox({ openDisk, tabs, runLater, onFound: retryNow })
  // Another tab may have signed in another user a moment ago, and requests use the token of that user.
  const maySend = (user: string) => outbox.isCurrent(user) && session.userId() === user
  const sender = createSender({ outbox, kinds, isEnabled, tabs, maySend, onSent, runLater })
  const { store, user } = outbox
  const inFlight = new Set<NewOperation>()

  /** To be called when the server may be reachable again. */
  function retryNow() {
    if (store.getState().data.operations.length > 0) void sender.flush()
  }

  /** Edits the data of the signed-in user. Resolves once it is on disk, with the second part of what `edit` returns. */
  async function change<Result>(edit: StorageEdit<Result>): Promise<Result> {
    const owner = user()
    if (owner === undefined) throw new ApiError('unauthenticated')
    return (await outbox.change(owner, edit)).result
  }

  function followSession(ending?: SessionEnding) {
    if (session.userId() === user()) return
    sender.stop()
    inFlight.clear()
    outbox.switchUser(session.userId(), ending)
  }

  const unfollow = session.onChange(followSession)
  // Every tab tries to send, because the tab that added an operation may be closed before it does.
  tabs.onPost(() => void outbox.read())

  return {
    store,
    /** Adds a kind of operation. Kinds that are added first are sent first. */
    register: <Payload>(kind: OperationKind<Payload>) => void kinds.push(kind as OperationKind<unknown>),
    /** To be called when all kinds are registered. */
    start: () => followSession(),
    /** Resolves when the stored data of the signed-in user was read. */
    whenRead: outbox.whenRead,
    user,
    change,

    /** Adds an operation that has to wait for others, or for the server. */
    async enqueue(operation: NewOperation, prepare: Edit = (data) => data) {
      await change((data) => [append(prepare(data), operation), undefined])
      sender.scheduleRetry()
    },

    /** The operations of the signed-in user that pages are sending without the outbox, oldest first. */
    inFlight: (): readonly NewOperation[] => [...inFlight],

    /** Runs a task that sends an operation without the outbox, or adds it there. */
    async trackInFlight<Result>(operation: NewOperation, task: () => Promise<Result>): Promise<Result> {
      inFlight.add(operation)
      try {
        return await task()
      } finally {
        inFlight.delete(operation)
      }
    },

    /** Whether an operation would have to wait for others that are not sent yet. */
    mustWait: (operation: NewOperation) => mustWait(store.getState().data, operation, isEnabled),

    /** The operations of a kind that may be sent now. */
    readyOf: (kind: string) => findReady(store.getState().data, kind, isEnabled),

    flush: sender.flush,
    retryNow,
    /** Shows and sends what another tab may have stored before it was closed. */
    reread: () => void outbox.read(),

    /** Deletes all unsent operations of the user. */
    discard: () => change((data) => [{ ...data, operations: [] }, undefined]),

    stop() {
      sender.stop()
      outbox.close()
      unfollow()
      tabs.close()
    },
  }
}

function runAfter(task: () => void, ms: number) {
  const timeout = setTimeout(task, ms)
  return () => clearTimeout(timeout)
}
