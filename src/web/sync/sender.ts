import { ApiError, failureOf } from '#web/api/api-error.ts'
import { runOneAtATime } from './one-at-a-time.ts'
import {
  type Edit,
  EMPTY_DATA,
  findReady,
  type Operation,
  type OperationKind,
  remove,
  type UserData,
} from './operation.ts'
import type { Outbox, RunLater } from './outbox.ts'
import type { Tabs } from './tabs.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

export interface Refusal {
  operation: Operation
  error: ApiError
}

export interface SenderOptions {
  outbox: Outbox
  kinds: readonly OperationKind<unknown>[]
  isEnabled: (kind: string) => boolean
  tabs: Tabs
  /** Whether this page may send operations of a user. */
  maySend: (user: string) => boolean
  onSent: (sent: readonly Operation[], refused: readonly Refusal[]) => void
  runLater: RunLater
}

/** Sends the operations of the signed-in user, one tab at a time, and retries until the server has answered each. */
export function createSender({ tabs, runLater, ...options }: SenderOptions) {
  const { outbox, maySend, onSent } = options
  let failures = 0
  let cancelRetry: (() => void) | undefined

  function scheduleRetry() {
    cancelRetry ??= runLater(() => void flush(), RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]!)
  }

  function stopRetrying() {
    cancelRetry?.()
    cancelRetry = undefined
  }

  const flush = runOneAtATime(async () => {
    stopRetrying()
    const user = outbox.user()
    if (user === undefined) return
    const { sent, refused, isDone } = await tabs.withLock(() => sendReady(user, options))
    if (!maySend(user)) return
    if (!isDone) scheduleRetry()
    failures = isDone ? 0 : failures + 1
    if (sent.length + refused.length > 0) onSent(sent, refused)
  })

  return {
    /** Resolves when everything is sent, or when a retry is scheduled. */
    flush,
    scheduleRetry,
    stop() {
      stopRetrying()
      failures = 0
    },
  }
}

/** Sends what is ready, one request at a time, until nothing is. */
async function sendReady(user: string, options: Omit<SenderOptions, 'tabs' | 'runLater'>) {
  const { outbox, maySend } = options
  const run: Run = { sent: [], refused: [], isDone: true, isUnreachable: false, batchLimits: {} }
  for (;;) {
    const { data } = await outbox.change(user, (data) => [data, undefined])
    const next = findNext(data, run, options)
    if (next === undefined || run.isUnreachable || !maySend(user)) return run
    const [kind, batch] = next
    try {
      await commit(user, await kind.send(batch, data), batch, outbox)
      run.sent.push(...batch)
    } catch (error) {
      const refused = noteFailure(run, error, batch)
      if (refused !== undefined) await outbox.change(user, (data) => [remove(data, [refused.id]), undefined])
    }
  }
}

interface Run {
  sent: Operation[]
  refused: Refusal[]
  /** False if something has to be retried. */
  isDone: boolean
  isUnreachable: boolean
  /** How many operations of a kind may be sent together after a failure: one, or none until the next run. */
  batchLimits: Record<string, 0 | 1>
}

/** The first kind with operations to send; the order of the kinds is their priority. */
function findNext(
  data: UserData,
  { batchLimits }: Run,
  { kinds, isEnabled }: Pick<SenderOptions, 'kinds' | 'isEnabled'>,
) {
  return kinds
    .filter(({ name }) => isEnabled(name) && batchLimits[name] !== 0)
    .map((kind) => {
      const ready = findReady(data, kind.name, isEnabled)
      return [kind, ready.slice(0, batchLimits[kind.name] ?? kind.batchSize?.(ready) ?? 1)] as const
    })
    .find(([, batch]) => batch.length > 0)
}

/** Fails if the edit leaves everything as it was, because the same operations would be sent again at once. */
async function commit(user: string, edit: Edit, batch: readonly Operation[], outbox: Outbox) {
  const isSignedIn = () => outbox.user() === user
  const { data, isChanged } = await outbox.change(user, (data) => [
    isSignedIn() ? edit(data) : eraseIfSent(edit(data)),
    undefined,
  ])
  // Another tab may have removed them.
  const isLeft = data.operations.some(({ id }) => batch.some((operation) => operation.id === id))
  if (!isChanged && isLeft) throw new ApiError('bad-reply')
}

/** The sign-out has left the data of a user with unsent operations; the reply may have acknowledged the last of them. */
const eraseIfSent = (data: UserData) => (data.operations.length === 0 ? EMPTY_DATA : data)

/** Notes how to go on. Returns the operation that the server has refused, if it is known. */
function noteFailure(run: Run, error: unknown, batch: readonly Operation[]) {
  const { kind } = batch[0]!
  const failure = failureOf(error)
  if (failure === 'refused' && batch.length === 1) {
    run.refused.push({ operation: batch[0]!, error: error as ApiError })
    return batch[0]
  }
  // Sending one by one shows which operation of a batch was refused.
  run.batchLimits[kind] = failure === 'refused' ? 1 : 0
  if (failure === undefined) reportError(error)
  if (failure === 'retry-later' || failure === 'unreachable') run.isDone = false
  run.isUnreachable = failure === 'unreachable'
  return undefined
}
