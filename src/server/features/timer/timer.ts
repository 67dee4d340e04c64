import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName } from '#contract/timer-events.ts'
import { changeScopeOf } from '#core/timer/affected-runs.ts'
import type { Command } from '#core/timer/command.ts'
import { lastCommandIdOf } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import {
  type AppliedCommand,
  applyCommand,
  loadTimer,
  saveTimer,
  type TimerChange,
  type TimerContext,
} from './apply-command.ts'
import { createCommandLimits } from './command-limits.ts'
import { createPresence } from './presence.ts'
import { claimDueUsers, findCommandStatus } from './queries.ts'
import { createTimerReader } from './read-timer.ts'
import { createTimerRestorer } from './restore-timer.ts'

interface Options {
  db: Db
  now: () => number
  /** Whether any client of a user is connected to this server. */
  isConnected: (userId: string) => boolean
  /** Null: there are no limits. */
  limits: Pick<Limits, 'timer'> | null
  /** Whether the site is in maintenance, during which phases do not end by themselves. */
  isPaused: () => boolean
}

/** The socket that sent a command, and the event it used. */
export interface Origin {
  socketId: string
  eventName: TimerEventName
}

/** A change, as listeners receive it. */
export type TimerUpdate = (TimerChange | AppliedCommand) & { origin?: Origin | undefined }

/** Derives an event from the timer's present state. Undefined if there is nothing to do. */
type EventFactory = (state: TimerState, now: number) => TimerEvent | undefined

const MAX_CONCURRENT_USERS = 4
/** Far less than the time after which clients give up. */
const MAX_REQUEST_MS = 10_000

/** The timers of all users: applies commands, and ends phases that are due. */
export function createTimer({ db, now, isConnected, limits, isPaused }: Options) {
  const presence = createPresence({ db, now, isConnected })
  const { runInTurn, runCounted, isUsedUp, check } = createCommandLimits(limits?.timer ?? null, now)
  const { connectedUntil } = presence
  const { changeTimer, onChange } = createTimerChanges({ db, now, runInTurn, connectedUntil })

  /** Applies an event as a command of the server's own device. */
  async function applyEvent(userId: string, createEvent: EventFactory, origin?: Origin) {
    check(userId)
    const apply = (db: Db, context: TimerContext) => applyServerEvent(db, context, createEvent)
    return runCounted(userId, () => changeTimer(userId, apply, origin))
  }

  /** Replays the timer up to now, and saves it. */
  const advance = (userId: string) =>
    changeTimer(userId, async (db, context) => saveTimer(db, await loadTimer(db, context, { at: context.now })))

  const { advanceIfDue, ...reader } = createTimerReader({ db, now, advance, isPaused })

  return {
    ...reader,
    applyEvent,
    advance,
    checkLimit: check,
    ...createTimerRestorer(db, changeTimer),

    /** Calls the listener after the commit of every change. */
    onChange,

    /**
     * Applies commands of a device in order, each in a transaction, up to the first whose predecessor is missing, or
     * until the user has reached the limit, or the reply would be late.
     */
    async applyCommands(userId: string, commands: readonly Command[], origin?: Origin): Promise<TimerReply> {
      check(userId)
      const [acks, startedAt]: [TimerReply['acks'], number] = [[], performance.now()]
      let latest: TimerSnapshot | undefined
      for (const command of commands) {
        const isLate = performance.now() - startedAt > MAX_REQUEST_MS
        if (acks.length > 0 && (isLate || isUsedUp(userId))) break
        const apply = (db: Db, context: TimerContext) => applyClientCommand(db, context, command)
        const applied = await runCounted(userId, () => changeTimer(userId, apply, origin))
        if (applied.ack === undefined) return { acks, awaited: applied.awaited, snapshot: await reader.read(userId) }
        acks.push(applied.ack)
        latest = applied.snapshot
      }
      return { acks, snapshot: latest ?? (await reader.read(userId)) }
    },

    /** Advances every timer that is due, and returns how many. Servers that do this at the same time share the work. */
    async advanceDue(startedAt = now()) {
      try {
        return await processInParallel(() => claimDueUsers(db, now()), advance)
      } finally {
        await presence.extendForDueUsers(startedAt)
      }
    },

    /** Ends phases that were due before the user connected, with the user still counted as absent. */
    async handleConnect(userId: string) {
      await presence.extendIfDueSoon(userId, await advanceIfDue(userId))
    },

    /** Stops the timer without saving if it runs on a project that was deleted. */
    stopOnProject: (userId: string, projectId: string) =>
      changeTimer(userId, (db, context) => applyServerEvent(db, context, stopIfOnProject(projectId))),
  }
}

export type Timer = ReturnType<typeof createTimer>

interface ChangeOptions extends Pick<Options, 'db' | 'now'> {
  runInTurn: ReturnType<typeof createCommandLimits>['runInTurn']
  connectedUntil: (userId: string) => number | null
}

/** Runs the transactions on timers, those of one user in turn. */
function createTimerChanges({ db, now, runInTurn, connectedUntil }: ChangeOptions) {
  const listeners = new Set<(update: TimerUpdate) => void>()

  /** Runs one transaction on a user's timer. Listeners are called after the commit. */
  async function changeTimer<T extends Partial<TimerChange> | undefined>(
    userId: string,
    work: (db: Db, context: TimerContext) => Promise<T>,
    origin?: Origin,
  ): Promise<T> {
    const result = await runInTurn(userId, () => {
      const context = { userId, now: now(), connectedUntil: connectedUntil(userId) }
      return withUserLock(db, userId, (db) => work(db, context))
    })
    if (result?.hasChanged) for (const listener of listeners) listener({ ...(result as TimerChange), origin })
    return result
  }

  return { changeTimer, onChange: (listener: (update: TimerUpdate) => void) => void listeners.add(listener) }
}

/**
 * Processes several ids at once until `find` returns no new ones, and returns their number. An id that fails or takes
 * long delays no other.
 */
async function processInParallel(find: () => Promise<string[]>, work: (id: string) => Promise<unknown>) {
  const failures = new Map<string, Error>()
  let count = 0
  const findRemaining = async () => (await find()).filter((id) => !failures.has(id))
  for (let remaining = await findRemaining(); remaining.length > 0; remaining = await findRemaining()) {
    count += remaining.length
    const ids = remaining.values()
    const processNext = async () => {
      for (const id of ids) await work(id).catch((error: Error) => failures.set(id, error))
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_USERS }, processNext))
  }
  const [first] = failures.values()
  if (first) throw new Error(`${failures.size} could not be done: ${first.message}`, { cause: first })
  return count
}

const stopIfOnProject =
  (projectId: string): EventFactory =>
  ({ runId, phase, subject }, at) =>
    runId === null || subject?.projectId !== projectId ? undefined : { type: 'stop', at, runId, phase, save: false }

type ClientCommandResult = Partial<AppliedCommand> & { awaited?: number }

/** Repeats the first acknowledgement of a known command. Returns `awaited` if an earlier command is missing. */
async function applyClientCommand(db: Db, context: TimerContext, command: Command): Promise<ClientCommandResult> {
  const { ack, lastSequence } = await findCommandStatus(db, context.userId, command)
  if (ack !== undefined) return { ack }
  if (command.sequence !== lastSequence + 1) return { awaited: lastSequence + 1 }
  return applyCommand(db, await loadTimer(db, context, changeScopeOf(command, context.now)), command)
}

/** The device id of commands that the server makes itself. */
const SERVER_DEVICE = 'server'

async function applyServerEvent(db: Db, context: TimerContext, createEvent: EventFactory) {
  const latest = await loadTimer(db, context, { at: context.now })
  const event = createEvent(timerStateAt(latest.history, latest.now), latest.now)
  if (event === undefined) return undefined
  const latestRun = latest.history.runs.at(-1)
  const base = latestRun ? lastCommandIdOf(latestRun) : null
  // A start may count from an earlier time, which older runs have counted.
  const timer =
    event.type === 'start'
      ? await loadTimer(db, context, changeScopeOf({ event, base }, context.now))
      : { ...latest, targetRun: latest.latestRun }
  const key = { id: newId(timer.now), device: SERVER_DEVICE }
  const { lastSequence } = await findCommandStatus(db, context.userId, key)
  return applyCommand(db, timer, {
    ...key,
    sequence: lastSequence + 1,
    base,
    sawWait: latestRun !== undefined && latestRun.heldAt !== null,
    event,
  })
}
