import { deadlineOf, IDLE, type Subject, type TimerState } from './state.ts'
import { type Stretch, subtract, totalOf, united } from './stretches.ts'
import {
  advance,
  type EndedPhase,
  type RefusalCode,
  type RunEvent,
  SHORTEST_MS,
  start,
  type StartEvent,
  type TimerEvent,
  transition,
} from './transition.ts'

/** Something a person did on a device, in the order of that device. */
export interface Command {
  id: string
  device: string
  /** Counted from 1 on each device. */
  sequence: number
  /** The last command on the same run that the device knew of, its own included. */
  base: string | null
  /** Whether the device showed that run waiting for somebody. */
  sawWait: boolean
  event: TimerEvent
}

export type AckCode = RefusalCode | 'already-running' | 'run-exists' | 'unknown-run' | 'stale' | 'resurrected'

export interface Ack {
  id: string
  isAccepted: boolean
  code?: AckCode
}

/** From one start to the end of it, as people's commands have brought it there. All that happens by itself is derived. */
export interface Run {
  id: string
  /** What was done, each thing at the time that counts for it, the start first. */
  log: readonly [Done<StartEvent>, ...Done<RunEvent>[]]
  /** Sessions that one device threw away while another, not knowing, kept them. */
  kept: readonly string[]
  /** When a work phase was due to begin and nobody was there: it waits from then on. */
  heldAt: number | null
}

interface Done<Event> {
  /** The command; null for a wait that a command has ended. */
  id: string | null
  event: Event
}

/** All runs of one user, and how far each device has been heard. */
export interface Ledger {
  /** Grows with every change that can be seen. */
  revision: number
  runs: readonly Run[]
  sequences: Readonly<Record<string, number>>
}

export const EMPTY_LEDGER: Ledger = { revision: 0, runs: [], sequences: {} }

/** A work phase that is over, and what became of it. */
export interface Session {
  key: string
  runId: string
  /** `merged`: what it counted, a later session counts. */
  status: 'saved' | 'discarded' | 'merged'
  stretches: readonly Stretch[]
  subject: Subject
  repetition: number
  repetitions: number
  /** How long it was to be; null: without end. */
  plannedMs: number | null
  /** The time entry that it is. */
  entryId: string
  /** What a continued entry had before, gaps included. */
  inherited: readonly Stretch[]
}

export const sessionKey = ({ runId, phase }: Pick<EndedPhase, 'runId' | 'phase'>) => `${runId}#${phase}`

/** Takes in a command. Undefined acknowledgement: an earlier one of the same device is missing, so it is to come again. */
export function receive(ledger: Ledger, command: Command, now: number): { ledger: Ledger; ack: Ack | undefined } {
  const { id, device, sequence, event } = command
  if (sequence !== (ledger.sequences[device] ?? 0) + 1) return { ledger, ack: undefined }
  const heard = { ...ledger, sequences: { ...ledger.sequences, [device]: sequence } }
  // No press lies in the future, whatever a device's clock says.
  const past = { ...event, at: Math.min(event.at, now) }
  const known = command.sawWait
    ? ledger.runs
    : ledger.runs.map((run) => (isMeant(run, ledger, command) ? unheld(run) : run))
  const verdict = past.type === 'start' ? open(known, command, past) : change(known, command, past)
  if (verdict.run === undefined) return { ledger: heard, ack: { id, isAccepted: false, code: verdict.code } }
  const { run, code } = verdict
  const runs = [...known.filter(({ id }) => id !== run.id), run].toSorted(byStart)
  return {
    ledger: { ...heard, runs, revision: ledger.revision + 1 },
    ack: { id, isAccepted: true, ...(code && { code }) },
  }
}

/** Whoever pressed something without having seen the run wait was there: then it did not wait. */
const unheld = (run: Run): Run => ({ ...run, heldAt: null })

/** A start tells of the run it knew only as long as no other has followed that. */
const isMeant = (run: Run, { runs }: Ledger, { event, base }: Command) =>
  event.type === 'start' ? run === runs.at(-1) && base === lastCommandOf(run) : event.runId === run.id

type Verdict = { run: Run; code?: AckCode } | { run?: undefined; code: AckCode }

function open(runs: readonly Run[], { id, base }: Command, event: StartEvent): Verdict {
  if (runs.some((run) => run.id === event.runId)) return { code: 'run-exists' }
  const live = runs.at(-1)
  const isInformed = live !== undefined && base === lastCommandOf(live)
  const at = isInformed ? Math.max(event.at, play(live).state.lastAt) : event.at
  if (isInformed && follow(live, at).state.status === 'running') return { code: 'already-running' }
  return { run: { id: event.runId, log: [{ id, event: { ...event, at } }], kept: [], heldAt: null } }
}

function change(runs: readonly Run[], { id, base }: Command, event: RunEvent): Verdict {
  const run = runs.find((run) => run.id === event.runId)
  if (run === undefined) return { code: 'unknown-run' }
  const { lastAt } = play(run).state
  const isInformed = base === lastCommandOf(run)
  if (!isInformed && event.at < lastAt) return insert(run, { id, event })
  const done = { id, event: { ...event, at: Math.max(event.at, lastAt) } }
  const log: Run['log'] = [...run.log, ...waitOf(run, done.event.at), done]
  const { refusal } = play({ log })
  if (refusal === undefined) return { run: { ...run, log: withoutRewritten(log), heldAt: null } }
  const key = isInformed ? undefined : discardedBy(run, event)
  return key === undefined ? { code: refusal } : { run: { ...run, kept: [...run.kept, key] }, code: 'resurrected' }
}

/**
 * Somebody who did not know of this has pressed later, and the later press stands. What takes nothing from it is done
 * in its place all the same: time that was worked, what was noted down, and anything if that press only took note.
 */
function insert(run: Run, done: Done<RunEvent>): Verdict {
  const [started, ...rest] = run.log
  const isOverruled = rest.some(({ event }) => event.at > done.event.at && event.type !== 'dismiss')
  if (isOverruled && done.event.type !== 'resume' && done.event.type !== 'subject') return { code: 'stale' }
  const at = Math.max(done.event.at, started.event.at)
  const inPlace = [...rest, { ...done, event: { ...done.event, at } }].toSorted((a, b) => a.event.at - b.event.at)
  const log: Run['log'] = [started, ...inPlace]
  return play({ log }).refusal === undefined ? { run: { ...run, log: withoutRewritten(log) } } : { code: 'stale' }
}

/**
 * What is worked on counts for a whole phase: of what was written down in one, and anew later in it, nothing is left but
 * that it was done. A note may be sent as often as somebody stops typing.
 */
function withoutRewritten([started, ...rest]: Run['log']): Run['log'] {
  const written = new Set<string>()
  const spared = rest.toReversed().map((done) => {
    const { event } = done
    if (event.type !== 'subject') return done
    const change = Object.entries(event.change).filter(([what]) => !written.has(`${event.phase} ${what}`))
    for (const [what] of change) written.add(`${event.phase} ${what}`)
    return { ...done, event: { ...event, change: Object.fromEntries(change) } }
  })
  return [started, ...spared.toReversed()]
}

export const startOf = ({ log: [{ event }] }: Run) => event

/** From when on a run counts time: its start, or that of the entry it continues. */
export const countsFrom = ({ at, continues }: StartEvent) => Math.min(at, continues?.startedAt ?? at)

export const lastCommandOf = ({ log }: Run) => log.at(-1)!.id

/** A run as far as its commands go, up to the first that cannot happen. */
function play({ log: [started, ...rest] }: Pick<Run, 'log'>) {
  let state = start(started.event)
  const ended: EndedPhase[] = []
  for (const { event } of rest) {
    const outcome = transition(state, event)
    if (!outcome.ok) return { state, ended, refusal: outcome.code }
    state = outcome.state
    ended.push(...outcome.ended)
  }
  return { state, ended }
}

/** The session that this event would have kept, had not another device, unknown to it, thrown it away. */
function discardedBy(run: Run, event: RunEvent) {
  if ((event.type !== 'stop' && event.type !== 'skip') || !event.save) return undefined
  const lost = play(run).ended.find(({ phase, isSaved }) => phase === event.phase && !isSaved)
  const key = lost && sessionKey(lost)
  return key === undefined || run.kept.includes(key) ? undefined : key
}

const byStart = (a: Run, b: Run) => startOf(a).at - startOf(b).at || (a.id < b.id ? -1 : 1)

/** A run by a moment, as it goes on by itself. */
function follow(run: Run, now: number) {
  const { state, ended } = play({ log: [...run.log, ...waitOf(run, now)] })
  const reached = advance(state, now)
  return { state: reached.state, ended: [...ended, ...reached.ended] }
}

/** The pause that nobody pressed, if it has begun by then. */
function waitOf({ log, heldAt, id }: Run, now: number): Done<RunEvent>[] {
  if (heldAt === null || now < heldAt) return []
  const { phase } = advance(play({ log }).state, heldAt).state
  return [{ id: null, event: { type: 'pause', at: heldAt, runId: id, phase } }]
}

/** A run that another one has followed: it stopped when that began, or when somebody touched it even later. */
function followUntil(run: Run, now: number, next: Run | undefined) {
  if (next === undefined) return follow(run, now)
  const { at } = startOf(next)
  const reached = follow(run, at)
  const stop = transition(reached.state, { type: 'stop', save: true, at, runId: run.id, phase: reached.state.phase })
  return stop.ok ? { state: stop.state, ended: [...reached.ended, ...stop.ended] } : reached
}

/** The timer as everybody sees it: that of the latest run. */
export function viewAt({ runs }: Ledger, now: number): TimerState {
  const live = runs.at(-1)
  return live ? follow(live, now).state : IDLE
}

/** From when to when a run counts time. */
export interface Extent {
  startedAt: number
  /** Its start, or that of the entry it continues. */
  countsFrom: number
  /** Null: it goes on. */
  endedAt: number | null
}

/** The extent of each run by a moment. */
export function extentsAt(ledger: Ledger, now: number): (Extent & { run: Run })[] {
  const { runs } = ledger
  const sessions = runs.some(isContinuing) ? sessionsAt(ledger, now) : []
  const counting = sessions.filter((session) => countedBy(session).length > 0)
  const startOfEntry = new Map(counting.map(({ entryId, stretches }) => [entryId, stretches[0]![0]]))
  return runs.map((run, index) => {
    const started = startOf(run)
    const { state } = followUntil(run, now, runs[index + 1])
    const endedAt = state.status === 'idle' ? state.lastAt : null
    // A device may have taken an entry for shorter than it is.
    const entryFrom = startOfEntry.get(started.continues?.entryId ?? '') ?? started.at
    return { run, startedAt: started.at, countsFrom: Math.min(countsFrom(started), entryFrom), endedAt }
  })
}

const isContinuing = (run: Run) => startOf(run).continues !== undefined

/** Every session of the ledger by a moment, the latest first. No moment is counted twice: the later run has it. */
export function sessionsAt({ runs }: Ledger, now: number): Session[] {
  let claimed: Stretch[] = []
  const sessions = runs
    .map((run, index) => ({ run, ...followUntil(run, now, runs[index + 1]) }))
    .toReversed()
    .flatMap(({ run, state, ended }) => {
      const settled = ended.toReversed().map((phase) => settle(phase, run, claimed))
      const own = [...settled.flatMap(countedBy), ...since(startOf(run).at, openStretches(state, now))]
      claimed = united(claimed, own)
      return settled
    })
  return inheritEntries(sessions)
}

/** A session without what it continues: that is counted to it only where nothing else counts it. */
function settle(phase: EndedPhase, run: Run, claimed: readonly Stretch[]): Session {
  const { runId, subject, repetition, repetitions, plannedMs } = phase
  const key = sessionKey(phase)
  const inherited = phase.stretches.filter(([start]) => start < startOf(run).at)
  const entryId = phase.entryId ?? entryIdOf(phase)
  const about = { key, runId, subject, repetition, repetitions, plannedMs, inherited, entryId }
  const isWanted = phase.isSaved || (run.kept.includes(key) && totalOf(phase.stretches) >= SHORTEST_MS)
  if (!isWanted) return { ...about, status: 'discarded', stretches: phase.stretches }
  const stretches = subtract(since(startOf(run).at, phase.stretches), claimed)
  const isLongEnough = totalOf(stretches) + totalOf(inherited) >= SHORTEST_MS
  return { ...about, status: isLongEnough ? 'saved' : 'merged', stretches: isLongEnough ? stretches : [] }
}

/**
 * Of several sessions on one entry the latest has it, with what was worked in all of them, and with the time between
 * that nobody worked: of several entries that reach over such time, the latest has it.
 */
function inheritEntries(sessions: Session[]): Session[] {
  let counted = united([], sessions.flatMap(countedBy))
  const byEntry = Map.groupBy(sessions.filter(isSaved), ({ entryId }) => entryId)
  return sessions.map((session) => {
    const onEntry = byEntry.get(session.entryId) ?? []
    if (!isSaved(session)) return session
    if (onEntry[0] !== session) return { ...session, status: 'merged', stretches: [] }
    const between = onEntry.flatMap(({ inherited }) => {
      const free = subtract(inherited, counted)
      counted = united(counted, free)
      return free
    })
    const stretches = [...between, ...onEntry.flatMap(countedBy)].toSorted(([a], [b]) => a - b)
    return { ...session, stretches }
  })
}

const isSaved = ({ status }: Session) => status === 'saved'

const countedBy = (session: Session) => (isSaved(session) ? session.stretches : [])

const since = (moment: number, stretches: readonly Stretch[]): Stretch[] =>
  stretches.filter(([, end]) => end > moment).map(([start, end]) => [Math.max(start, moment), end])

function openStretches({ mode, stretches, runningSince }: TimerState, now: number): Stretch[] {
  if (mode === 'break') return []
  return runningSince !== null && now > runningSince ? [...stretches, [runningSince, now]] : [...stretches]
}

/** Makes the next work phase wait that would have begun by `now` with nobody there since `lastSeenAt`. */
export function holdForAbsent(ledger: Ledger, now: number, lastSeenAt: number): Ledger {
  const live = ledger.runs.at(-1)
  if (live === undefined || live.heldAt !== null) return ledger
  const heldAt = firstWorkAfter(play(live).state, lastSeenAt, now)
  if (heldAt === undefined) return ledger
  return { ...ledger, runs: [...ledger.runs.slice(0, -1), { ...live, heldAt }], revision: ledger.revision + 1 }
}

function firstWorkAfter(state: TimerState, lastSeenAt: number, now: number) {
  for (let due = deadlineOf(state); due !== null && due <= now; due = deadlineOf(state)) {
    state = advance(state, due).state
    if (state.status === 'running' && state.mode === 'work' && due > lastSeenAt) return due
  }
  return undefined
}

/** The same entry for the same session on every device: the run's id, with its end moved by the phase. */
export function entryIdOf({ runId, phase }: Pick<EndedPhase, 'runId' | 'phase'>) {
  const tail = (Number.parseInt(runId.slice(-4), 16) + phase + 1) & 0xffff
  return runId.slice(0, -4) + tail.toString(16).padStart(4, '0')
}
