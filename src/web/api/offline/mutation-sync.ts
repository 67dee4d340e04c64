import type { QueryClient } from '@tanstack/react-query'
import { errorMessage } from '#web/api/error-message.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type MutationQueue, readQueue, setQueue, applyQueueToCache } from './mutation-queue.ts'
import { sendQueue, type RejectedMutation } from './send-queue.ts'
import type { Outbox } from './mutation-outbox.ts'
import { currentUserId, type SessionEnding, onSessionChange } from '#web/api/session.ts'
import { isStorageFailure } from './storage-failure.ts'
import { withTabLock, openTabChannel } from '#web/api/tabs.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

interface Options {
  outbox: Outbox
  client: QueryClient
  /** Hears of what the server refused. */
  report: (error: unknown) => void
}

/** Sends what waits, in order and again and again until the server has it: nothing is dropped for a silence. */
export function startMutationSync({ outbox, client, report }: Options): MutationQueue {
  const channel = openTabChannel('ritmo-changes', () => void load())
  const { now: flush, later } = createRetryLoop(send)
  let user = currentUserId()

  /** Shows what is kept of the present user. */
  async function load() {
    const [owner, before] = [currentUserId(), readQueue().length]
    const changes = owner === undefined ? [] : await outbox.read(owner).catch(emptyIfUnreadable)
    if (owner !== currentUserId()) return
    setQueue(changes)
    if (changes.length > 0) applyQueueToCache(client)
    // What was sent changes more than what was shown; what was refused was never true.
    if (changes.length < before) void client.invalidateQueries()
  }

  async function send() {
    const owner = currentUserId()
    if (owner === undefined || readQueue().length === 0) return true
    const { sent, refused } = await withTabLock('changes-outbox', () => sendQueue(outbox, owner))
    await load()
    if (sent > 0) channel.tell()
    if (refused.length > 0) report(toRejectionError(refused))
    const isDone = readQueue().length === 0
    if (isDone && sent > refused.length)
      toast.show(currentTranslation().t('shell.waiting.sent', { count: sent - refused.length }), { tone: 'success' })
    return isDone
  }

  function turn(ending?: SessionEnding) {
    if (currentUserId() === user) return
    if (ending === 'deleted' && user !== undefined) void outbox.erase(user).catch(() => undefined)
    user = currentUserId()
    setQueue([])
    void load().then(flush)
  }

  onSessionChange(turn)
  onServerReachable(client, () => void flush())
  const isReady = load()
  void isReady.then(flush)

  return {
    isReady,
    flush,
    async enqueue(change) {
      if (user === undefined) throw new ApiError('unauthenticated')
      await outbox.add(user, change)
      await load()
      channel.tell()
      later()
    },
    async discard() {
      if (user !== undefined) await outbox.erase(user)
      await load()
    },
  }
}

function emptyIfUnreadable(error: unknown): [] {
  if (!isStorageFailure(error)) throw error
  return []
}

/** Does a task now or later, never twice at once, and again until it says that it is done. */
function createRetryLoop(task: () => Promise<boolean>) {
  let rounds = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  async function run() {
    clearTimeout(waiting)
    const isDone = await task().catch((error: unknown) => {
      // A bug is shown as one, and does not keep the queue from being sent.
      if (!isStorageFailure(error)) reportError(error)
      return false
    })
    rounds = isDone ? 0 : rounds + 1
    if (!isDone) later()
  }

  const now = () => (running ??= run().finally(() => (running = undefined)))

  function later() {
    clearTimeout(waiting)
    waiting = setTimeout(() => void now(), RETRY_DELAYS_MS[Math.min(rounds, RETRY_DELAYS_MS.length - 1)])
  }

  return { now, later }
}

function onServerReachable(client: QueryClient, flush: () => void) {
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, flush)
  // A server that has answered anything can be reached.
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) flush()
  })
}

/** All of it in one sentence a change: nobody waits for any of them. */
function toRejectionError(refused: readonly RejectedMutation[]) {
  const { t } = currentTranslation()
  const sentences = refused.map(({ mutation: { failure, name }, error }) => {
    const what = name === undefined ? t(failure) : `${t(failure)} (${name})`
    return `${what}: ${firstFieldProblem(error) ?? errorMessage(error, t)}.`
  })
  return new ApiError('invalid', { message: sentences.join(' ') })
}

/** What is wrong with a field says more than that something is wrong with one. */
const firstFieldProblem = (error: ApiError) => Object.values(error.details)[0]
