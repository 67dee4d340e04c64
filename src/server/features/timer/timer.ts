import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName } from '#contract/timer-events.ts'
import type { Command } from '#core/timer/command.ts'
import { lastCommandIdOf } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { changeScopeOf } from '#core/timer/affected-runs.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { inTurn } from '#server/db/in-turn.ts'
import { newId } from '#server/db/values.ts'
import { listDueUserIds, findCommandStatus, findTimer } from './queries.ts'
import { createPresence } from './presence.ts'
import { findSnapshot } from './run-queries.ts'
import {
  type TimerChange,
  applyCommand,
  type TimerContext,
  loadTimer,
  saveTimer,
  type AppliedCommand,
} from './apply-command.ts'

interface Options {
  db: Db
  now: () => number
  /** Whether any client of a user is connected to this server. */
  isConnected: (userId: string) => boolean
}

/** Through which connection something was done, and by what name. */
export interface Origin {
  socket: string
  name: TimerEventName
}

/** What is told of every change. */
export type TimerUpdate = (TimerChange | AppliedCommand) & { origin?: Origin | undefined }

/** What a client does that sends no commands: it follows from how the timer stands. Undefined: nothing. */
type EventFactory = (view: TimerState, now: number) => TimerEvent | undefined

const MAX_CONCURRENT_USERS = 4

/** The timers of all users: takes in what was done, and lets happen what happens by itself. */
export function createTimer({ db, now, isConnected }: Options) {
  const listeners = new Set<(news: TimerUpdate) => void>()
  const presence = createPresence({ db, now, isConnected })

  /** One transaction on a user's timer. What it has changed is told once it is certain. */
  async function turn<T extends Partial<TimerChange> | undefined>(
    userId: string,
    work: (db: Db, occasion: TimerContext) => Promise<T>,
    origin?: Origin,
  ): Promise<T> {
    const seenUntil = presence.connectedUntil(userId)
    const result = await inTurn(db, userId, (db) => work(db, { userId, now: now(), thereUntil: seenUntil }))
    if (result?.hasChanged) for (const listener of listeners) listener({ ...(result as TimerChange), origin })
    return result
  }

  const applyEvent = (userId: string, choose: EventFactory, origin?: Origin) =>
    turn(userId, (db, occasion) => applyServerEvent(db, occasion, choose), origin)

  const settleOne = (userId: string) =>
    turn(userId, async (db, occasion) => saveTimer(db, await loadTimer(db, occasion, { from: occasion.now })))

  /** Lets happen what is due, and tells when the next is. */
  async function settleIfDue(userId: string) {
    const dueAt = (await findTimer(db, userId))?.due_at ?? Infinity
    if (dueAt <= now()) await settleOne(userId)
    return dueAt
  }

  async function read(userId: string): Promise<TimerSnapshot> {
    const left = await findSnapshot(db, userId)
    const isDue = left.dueAt !== null && left.dueAt <= now()
    if (isDue) await settleOne(userId)
    const { revision, run } = isDue ? await findSnapshot(db, userId) : left
    return { revision, now: now(), run: run as TimerSnapshot['run'] }
  }

  return {
    read,
    press: applyEvent,
    advance: settleOne,

    /** Called after every change, once it is certain. */
    onChange(listener: (news: TimerUpdate) => void) {
      listeners.add(listener)
    },

    /** Takes in commands of a device in order, each in a transaction, up to the first that cannot be yet. */
    async applyCommands(userId: string, commands: readonly Command[], origin?: Origin): Promise<TimerReply> {
      const acks: TimerReply['acks'] = []
      let latest: TimerSnapshot | undefined
      for (const command of commands) {
        const taken = await turn(userId, (db, occasion) => applyClientCommand(db, occasion, command), origin)
        if (taken.verdict === undefined) return { acks, awaited: taken.awaited, snapshot: await read(userId) }
        acks.push(taken.verdict)
        latest = taken.snapshot
      }
      return { acks, snapshot: latest ?? (await read(userId)) }
    },

    /** Lets happen what is due for anybody. Any number of servers may do this at the same time. */
    async advanceDue() {
      try {
        // Another server may have been quicker.
        await processInParallel(() => listDueUserIds(db, now()), settleIfDue)
      } finally {
        await presence.extendForDueUsers()
      }
    },

    /** Somebody comes: what was due before that happened without them. */
    async handleConnect(userId: string) {
      await presence.extendIfDueSoon(userId, await settleIfDue(userId))
    },

    /** A project is gone, and its time with it: what runs on it ends. */
    stopOnProject: async (userId: string, projectId: string) =>
      void (await applyEvent(userId, stopIfOnProject(projectId))),
  }
}

export type Timer = ReturnType<typeof createTimer>

/** Works on whatever there is, as long as there is any, some at once: one that fails or waits holds up no other. */
async function processInParallel(find: () => Promise<string[]>, work: (id: string) => Promise<unknown>) {
  const failures = new Map<string, Error>()
  const findOpen = async () => (await find()).filter((id) => !failures.has(id))
  for (let open = await findOpen(); open.length > 0; open = await findOpen()) {
    const ids = open.values()
    const workOn = async () => {
      for (const id of ids) await work(id).catch((error: Error) => failures.set(id, error))
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_USERS }, workOn))
  }
  const [first] = failures.values()
  if (first) throw new Error(`${failures.size} could not be done: ${first.message}`, { cause: first })
}

const stopIfOnProject =
  (projectId: string): EventFactory =>
  ({ runId, phase, subject }, at) =>
    runId === null || subject?.projectId !== projectId ? undefined : { type: 'stop', at, runId, phase, save: false }

/** A command that is known is answered as before; one whose predecessor is missing has to come again. */
async function applyClientCommand(
  db: Db,
  occasion: TimerContext,
  command: Command,
): Promise<Partial<AppliedCommand> & { awaited?: number }> {
  const { verdict, last } = await findCommandStatus(db, occasion.userId, command)
  if (verdict !== undefined) return { verdict }
  if (command.sequence !== last + 1) return { awaited: last + 1 }
  return applyCommand(db, await loadTimer(db, occasion, changeScopeOf(command.event, occasion.now)), command)
}

/** The device on which the server itself presses. */
const SERVER_DEVICE = 'server'

async function applyServerEvent(db: Db, occasion: TimerContext, choose: EventFactory) {
  const opened = await loadTimer(db, occasion, { from: occasion.now })
  const event = choose(timerStateAt(opened.ledger, opened.now), opened.now)
  if (event === undefined) return undefined
  const live = opened.ledger.runs.at(-1)
  const own = { id: newId(opened.now), device: SERVER_DEVICE }
  const { last } = await findCommandStatus(db, occasion.userId, own)
  return applyCommand(db, opened, {
    ...own,
    sequence: last + 1,
    base: live ? lastCommandIdOf(live) : null,
    sawWait: live !== undefined && live.heldAt !== null,
    event,
  })
}
