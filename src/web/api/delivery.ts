import type { QueryClient } from '@tanstack/react-query'
import { errorMessage } from '#web/api/error-message.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ApiError } from './api-error.ts'
import { type Keeper, readWaiting, setWaiting, showWaiting } from './changes.ts'
import { drain, type Refused } from './drain.ts'
import type { Outbox } from './outbox.ts'
import { currentUserId, type Ending, onSessionChange } from './session.ts'
import { isStorageFailure } from './storage-failure.ts'
import { inTurn, openChannel } from './tabs.ts'

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

interface Options {
  outbox: Outbox
  client: QueryClient
  /** Hears of what the server refused. */
  report: (error: unknown) => void
}

/** Sends what waits, in order and again and again until the server has it: nothing is dropped for a silence. */
export function startDelivery({ outbox, client, report }: Options): Keeper {
  const channel = openChannel('ritmo-changes', () => void load())
  const { now: flush, later } = createRounds(send)
  let user = currentUserId()

  /** Shows what is kept of the present user. */
  async function load() {
    const [owner, before] = [currentUserId(), readWaiting().length]
    const changes = owner === undefined ? [] : await outbox.read(owner).catch(emptyIfUnreadable)
    if (owner !== currentUserId()) return
    setWaiting(changes)
    if (changes.length > 0) showWaiting(client)
    // What was sent changes more than what was shown; what was refused was never true.
    if (changes.length < before) void client.invalidateQueries()
  }

  async function send() {
    const owner = currentUserId()
    if (owner === undefined || readWaiting().length === 0) return true
    const { sent, refused } = await inTurn('changes-outbox', () => drain(outbox, owner))
    await load()
    if (sent > 0) channel.tell()
    if (refused.length > 0) report(toRefusal(refused))
    const isDone = readWaiting().length === 0
    if (isDone && sent > refused.length)
      toast.show(currentTranslation().t('shell.waiting.sent', { count: sent - refused.length }), { tone: 'success' })
    return isDone
  }

  function turn(ending?: Ending) {
    if (currentUserId() === user) return
    if (ending === 'deleted' && user !== undefined) void outbox.erase(user).catch(() => undefined)
    user = currentUserId()
    setWaiting([])
    void load().then(flush)
  }

  onSessionChange(turn)
  whenReachable(client, () => void flush())
  const isReady = load()
  void isReady.then(flush)

  return {
    isReady,
    flush,
    async keep(change) {
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
function createRounds(task: () => Promise<boolean>) {
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
    waiting = setTimeout(() => void now(), WAITS_MS[Math.min(rounds, WAITS_MS.length - 1)])
  }

  return { now, later }
}

function whenReachable(client: QueryClient, flush: () => void) {
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, flush)
  // A server that has answered anything can be reached.
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) flush()
  })
}

/** All of it in one sentence a change: nobody waits for any of them. */
function toRefusal(refused: readonly Refused[]) {
  const { t } = currentTranslation()
  const sentences = refused.map(({ change: { failure, name }, error }) => {
    const what = name === undefined ? t(failure) : `${t(failure)} (${name})`
    return `${what}: ${reasonOf(error) ?? errorMessage(error, t)}.`
  })
  return new ApiError('invalid', { message: sentences.join(' ') })
}

/** What is wrong with a field says more than that something is wrong with one. */
const reasonOf = (error: ApiError) => Object.values(error.details)[0]
