import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { createRetryLoop } from '#web/api/retry-loop.ts'
import { currentUserId, onSessionChange, type SessionEnding } from '#web/api/session.ts'
import { openTabChannel, withTabLock } from '#web/api/tabs.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { Outbox } from './mutation-outbox.ts'
import { applyQueueToCache, type MutationQueue, readQueue, setQueue } from './mutation-queue.ts'
import { type RejectedMutation, sendQueue } from './send-queue.ts'
import { isStorageFailure } from './storage-failure.ts'

interface Options {
  outbox: Outbox
  client: QueryClient
  /** Shows the mutations that the server has rejected. */
  report: (error: unknown) => void
}

/** Sends the queue in order, and retries until the server has answered each mutation. */
export function startMutationSync({ outbox, client, report }: Options): MutationQueue {
  const channel = openTabChannel('ritmo-changes', () => void load())
  const { runNow: flush, runLater } = createRetryLoop(send, { isExpected: isStorageFailure })
  let user = currentUserId()

  /** Reads the stored queue of the present user and shows it. */
  async function load() {
    const [owner, before] = [currentUserId(), readQueue().length]
    const mutations = owner === undefined ? [] : await outbox.read(owner).catch(emptyIfUnreadable)
    if (owner !== currentUserId()) return
    setQueue(mutations)
    if (mutations.length > 0) applyQueueToCache(client)
    // The server may have changed more than the patch, and a rejected patch has to be rolled back.
    if (mutations.length < before) void client.invalidateQueries()
  }

  async function send() {
    const owner = currentUserId()
    if (owner === undefined || readQueue().length === 0) return true
    const { sent, rejected } = await withTabLock('changes-outbox', () => sendQueue(outbox, owner))
    await load()
    if (sent > 0) channel.post()
    if (rejected.length > 0) report(toRejectionError(rejected))
    const isDone = readQueue().length === 0
    if (isDone && sent > rejected.length)
      toast.show(currentTranslation().t('shell.waiting.sent', { count: sent - rejected.length }), { tone: 'success' })
    return isDone
  }

  function handleSessionChange(ending?: SessionEnding) {
    if (currentUserId() === user) return
    if (ending === 'deleted' && user !== undefined) void outbox.erase(user).catch(() => undefined)
    user = currentUserId()
    setQueue([])
    void load().then(flush)
  }

  onSessionChange(handleSessionChange)
  onServerReachable(client, () => void flush())
  const whenReady = load()
  void whenReady.then(flush)

  return {
    whenReady,
    flush,
    async enqueue(mutation) {
      if (user === undefined) throw new ApiError('unauthenticated')
      await outbox.add(user, mutation)
      await load()
      channel.post()
      runLater()
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

function onServerReachable(client: QueryClient, listener: () => void) {
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, listener)
  // A server that has answered any request is reachable.
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) listener()
  })
}

/** One error with a sentence for each mutation, as no screen waits for any of them. */
function toRejectionError(rejected: readonly RejectedMutation[]) {
  const { t } = currentTranslation()
  const sentences = rejected.map(({ mutation: { failure, name }, error }) => {
    const what = name === undefined ? t(failure) : `${t(failure)} (${name})`
    return `${what}: ${firstFieldProblem(error) ?? errorMessage(error, t)}.`
  })
  return new ApiError('invalid', { message: sentences.join(' ') })
}

/** The problem of a field is more precise than the message of the whole reply. */
const firstFieldProblem = (error: ApiError) => Object.values(error.details)[0]
