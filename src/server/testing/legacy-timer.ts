interface State {
  status: string
  mode: string
  elapsed: number
  currentRepetition: number
  workStartTime: Date | null
  infiniteMode: boolean | null
  selectedEntryId: string | null
}

interface Durations {
  workDuration: number
  breakDuration: number
  repetitions: number
}

/** A message of the server. A time may be a number or text. */
type Message = Record<string, unknown> & {
  timestamp?: string | number
  shouldSave?: boolean
  projectId?: string | null
}

export interface LegacyTimerOptions {
  /** Saves a focus session that has ended, as the specification requires of every client. */
  save?: ((entry: object) => Promise<unknown>) | undefined
  clock: { now: number }
  /** How far the client's own clock is ahead. */
  aheadMs?: number
  /** Added to every entry that the client saves. */
  entryFields?: object
}

const IDLE: State = {
  status: 'idle',
  mode: 'work',
  elapsed: 0,
  currentRepetition: 1,
  workStartTime: null,
  infiniteMode: null,
  selectedEntryId: null,
}

/** The part of the state that an event implies, even if its message is empty. */
const STATE_AFTER: Record<string, object> = {
  start: { status: 'running' },
  pause: { status: 'paused' },
  resume: { status: 'running' },
}

/** The timer of a client that implements only the specification. Its methods return the message to send. */
export function createLegacyTimer({ save, clock, aheadMs = 0, entryFields = {} }: LegacyTimerOptions) {
  const saved: Promise<unknown>[] = []
  const durations: Durations = { workDuration: 25, breakDuration: 5, repetitions: 4 }
  /** Only durations that a test has given are sent. */
  let sentDurations: Partial<Durations> = {}
  let [state, projectId, syncedAt] = [IDLE, null as string | null, 0]
  const time = () => new Date(clock.now + aheadMs)
  const fullState = () => ({ ...sentDurations, ...state, projectId })

  /** In every tab the same code saves a session, whoever has ended it. */
  function saveSession() {
    if (save === undefined || state.mode === 'break' || state.elapsed === 0) return
    saved.push(save({ ...toEntry(state, time()), project: projectId, ...entryFields }))
  }

  return {
    time,
    state: fullState,
    saved: () => Promise.all(saved),
    receive(name: string, message: Message) {
      const sentAt = new Date(message.timestamp ?? 0).getTime()
      if (name === 'tick' && sentAt <= syncedAt) return
      syncedAt = Math.max(syncedAt, sentAt)
      if (name === 'stop' && message.shouldSave !== false) saveSession()
      state = name === 'stop' ? IDLE : withMessage(name, state, message)
      if (name !== 'stop') Object.assign(durations, pickFields(message, durations))
      projectId = message.projectId ?? projectId
    },
    start(project: string, given: Partial<Durations> = {}) {
      sentDurations = given
      Object.assign(durations, given)
      projectId = project
      const isPaused = state.status === 'paused'
      state = isPaused ? { ...state, status: 'running' } : { ...IDLE, status: 'running', workStartTime: time() }
      return fullState()
    },
    /** Counts up from the start of an entry. */
    continueEntry({ id, project, startTime }: { id: string; project: string; startTime: string }) {
      projectId = project
      const workStartTime = new Date(startTime)
      const elapsed = Math.floor((time().getTime() - workStartTime.getTime()) / 1_000)
      state = { ...IDLE, status: 'running', elapsed, workStartTime, infiniteMode: true, selectedEntryId: id }
      return fullState()
    },
    setStatus(status: string) {
      state = { ...state, status }
      return { elapsed: state.elapsed }
    },
    stop(shouldSave: boolean) {
      if (shouldSave) saveSession()
      state = IDLE
      return { shouldSave }
    },
    /** Advances by one second. At the end of a work phase every client saves the focus session. */
    tick() {
      if (state.status !== 'running') return undefined
      state = { ...state, elapsed: state.elapsed + 1 }
      const length = 60 * (state.mode === 'work' ? durations.workDuration : durations.breakDuration)
      if (state.elapsed < length || state.infiniteMode) return undefined
      saveSession()
      state = nextPhase(state, durations, time())
      const { status, mode, elapsed, currentRepetition } = state
      return status === 'idle' ? undefined : { status, mode, elapsed, currentRepetition }
    },
  }
}

/** The start may come from the server, and the end from the client's own clock. */
function toEntry({ elapsed, workStartTime }: State, endTime: Date) {
  const startTime = workStartTime ?? new Date(endTime.getTime() - elapsed * 1_000)
  return { task: null, startTime, endTime, duration: elapsed * 1_000, isRunning: false }
}

function withMessage(name: string, state: State, message: Message): State {
  const told = { ...state, ...STATE_AFTER[name], ...pickFields(message, IDLE) }
  return { ...told, workStartTime: told.workStartTime && new Date(told.workStartTime) }
}

/** The phase after the present one; idle after the last. */
function nextPhase(state: State, { breakDuration, repetitions }: Durations, now: Date): State {
  const next = { ...state, elapsed: 0, workStartTime: now }
  if (state.mode === 'work' && breakDuration > 0) return { ...next, mode: 'break' }
  if (state.currentRepetition >= repetitions) return IDLE
  return { ...next, mode: 'work', currentRepetition: state.currentRepetition + 1 }
}

/** The fields of a message that have a value. */
const pickFields = (message: Message, fields: object) =>
  Object.fromEntries(
    Object.keys(fields).flatMap((key) => ((message[key] ?? null) === null ? [] : [[key, message[key]]])),
  )
