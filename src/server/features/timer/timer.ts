import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName } from '#contract/timer-events.ts'
import { type Command, lastCommandOf, viewAt } from '#core/timer/merge.ts'
import { reachOf } from '#core/timer/reach.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { inTurn } from '#server/db/in-turn.ts'
import { newId } from '#server/db/values.ts'
import { findDue, findHeard, findTimer } from './ledger.ts'
import { createPresence } from './presence.ts'
import { findStanding } from './runs.ts'
import { type Change, decide, type Occasion, openLedger, settle, type Taken } from './settlement.ts'

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
export type News = (Change | Taken) & { origin?: Origin | undefined }

/** What a client does that sends no commands: it follows from how the timer stands. Undefined: nothing. */
type Choice = (view: TimerState, now: number) => TimerEvent | undefined

const AT_ONCE = 4

/** The timers of all users: takes in what was done, and lets happen what happens by itself. */
export function createTimer({ db, now, isConnected }: Options) {
  const listeners = new Set<(news: News) => void>()
  const presence = createPresence({ db, now, isConnected })

  /** One transaction on a user's timer. What it has changed is told once it is certain. */
  async function turn<T extends Partial<Change> | undefined>(
    userId: string,
    work: (db: Db, occasion: Occasion) => Promise<T>,
    origin?: Origin,
  ): Promise<T> {
    const seenUntil = presence.thereUntil(userId)
    const result = await inTurn(db, userId, (db) => work(db, { userId, now: now(), thereUntil: seenUntil }))
    if (result?.hasChanged) for (const listener of listeners) listener({ ...(result as Change), origin })
    return result
  }

  const press = (userId: string, choose: Choice, origin?: Origin) =>
    turn(userId, (db, occasion) => choice(db, occasion, choose), origin)

  const settleOne = (userId: string) =>
    turn(userId, async (db, occasion) => settle(db, await openLedger(db, occasion, { from: occasion.now })))

  /** Lets happen what is due, and tells when the next is. */
  async function settleIfDue(userId: string) {
    const dueAt = (await findTimer(db, userId))?.due_at ?? Infinity
    if (dueAt <= now()) await settleOne(userId)
    return dueAt
  }

  async function read(userId: string): Promise<TimerSnapshot> {
    const left = await findStanding(db, userId)
    const isDue = left.dueAt !== null && left.dueAt <= now()
    if (isDue) await settleOne(userId)
    const { revision, run } = isDue ? await findStanding(db, userId) : left
    return { revision, now: now(), run: run as TimerSnapshot['run'] }
  }

  return {
    read,
    press,
    settle: settleOne,

    /** Called after every change, once it is certain. */
    onChange(listener: (news: News) => void) {
      listeners.add(listener)
    },

    /** Takes in commands of a device in order, each in a transaction, up to the first that cannot be yet. */
    async takeAll(userId: string, commands: readonly Command[], origin?: Origin): Promise<TimerReply> {
      const acks: TimerReply['acks'] = []
      let latest: TimerSnapshot | undefined
      for (const command of commands) {
        const taken = await turn(userId, (db, occasion) => take(db, occasion, command), origin)
        if (taken.verdict === undefined) return { acks, awaited: taken.awaited, snapshot: await read(userId) }
        acks.push(taken.verdict)
        latest = taken.snapshot
      }
      return { acks, snapshot: latest ?? (await read(userId)) }
    },

    /** Lets happen what is due for anybody. Any number of servers may do this at the same time. */
    async settleDue() {
      try {
        // Another server may have been quicker.
        await inParallel(() => findDue(db, now()), settleIfDue)
      } finally {
        await presence.vouch()
      }
    },

    /** Somebody comes: what was due before that happened without them. */
    async welcome(userId: string) {
      await presence.welcome(userId, await settleIfDue(userId))
    },

    /** A project is gone, and its time with it: what runs on it ends. */
    forgetProject: async (userId: string, projectId: string) => void (await press(userId, stopOn(projectId))),
  }
}

export type Timer = ReturnType<typeof createTimer>

/** Works on whatever there is, as long as there is any, some at once: one that fails or waits holds up no other. */
async function inParallel(find: () => Promise<string[]>, work: (id: string) => Promise<unknown>) {
  const failures = new Map<string, Error>()
  const findOpen = async () => (await find()).filter((id) => !failures.has(id))
  for (let open = await findOpen(); open.length > 0; open = await findOpen()) {
    const ids = open.values()
    const workOn = async () => {
      for (const id of ids) await work(id).catch((error: Error) => failures.set(id, error))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, workOn))
  }
  const [first] = failures.values()
  if (first) throw new Error(`${failures.size} could not be done: ${first.message}`, { cause: first })
}

const stopOn =
  (projectId: string): Choice =>
  ({ runId, phase, subject }, at) =>
    runId === null || subject?.projectId !== projectId ? undefined : { type: 'stop', at, runId, phase, save: false }

/** A command that is known is answered as before; one whose predecessor is missing has to come again. */
async function take(db: Db, occasion: Occasion, command: Command): Promise<Partial<Taken> & { awaited?: number }> {
  const { verdict, last } = await findHeard(db, occasion.userId, command)
  if (verdict !== undefined) return { verdict }
  if (command.sequence !== last + 1) return { awaited: last + 1 }
  return decide(db, await openLedger(db, occasion, reachOf(command.event, occasion.now)), command)
}

/** The device on which the server itself presses. */
const SERVER_DEVICE = 'server'

async function choice(db: Db, occasion: Occasion, choose: Choice) {
  const opened = await openLedger(db, occasion, { from: occasion.now })
  const event = choose(viewAt(opened.ledger, opened.now), opened.now)
  if (event === undefined) return undefined
  const live = opened.ledger.runs.at(-1)
  const own = { id: newId(opened.now), device: SERVER_DEVICE }
  const { last } = await findHeard(db, occasion.userId, own)
  return decide(db, opened, {
    ...own,
    sequence: last + 1,
    base: live ? lastCommandOf(live) : null,
    sawWait: live !== undefined && live.heldAt !== null,
    event,
  })
}
