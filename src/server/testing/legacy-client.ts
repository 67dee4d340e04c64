import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { newId } from '#server/db/values.ts'

type State = Record<string, unknown> & { status: string; mode: string; elapsed: number; currentRepetition: number }

interface Options {
  url: string
  auth: object
  /** Saves a focus session that has ended, as the specification requires of every client. */
  save?: (entry: object) => Promise<unknown>
  clock: { now: number }
}

const EVENT_NAMES = ['start', 'pause', 'resume', 'stop', 'tick', 'switch']
const IDLE: State = { status: 'idle', mode: 'work', elapsed: 0, currentRepetition: 1, workStartTime: null }
/** The part of the state that an event implies, even if its message is empty. */
const STATE_AFTER: Record<string, object> = {
  start: { status: 'running' },
  pause: { status: 'paused' },
  resume: { status: 'running' },
}

/** A client that implements only the specification: it counts time itself, and sends and receives the six events. */
export async function connectLegacyClient({ url, auth, save, clock }: Options) {
  const socket = io(url, { transports: ['websocket'], reconnection: false, auth })
  const received: [name: string, message: Record<string, unknown>][] = []
  const saved: Promise<unknown>[] = []
  const settings = { workDuration: 25, breakDuration: 5, repetitions: 4, projectId: null as string | null }
  let state: State = IDLE
  const fullState = () => ({ ...settings, ...state, taskId: null, infiniteMode: false })
  const send = (name: string, message: object) => socket.emit(`timer:${name}`, { ...message, timestamp: clock.now })

  for (const name of EVENT_NAMES)
    socket.on(`timer:${name}`, (message) => {
      received.push([name, message])
      state = name === 'stop' ? IDLE : { ...state, ...STATE_AFTER[name], ...pick(message, Object.keys(state)) }
      if (name === 'start') Object.assign(settings, pick(message, Object.keys(settings)))
    })
  socket.on('timer:requestState', () => send('start', { ...fullState(), shouldSave: false }))
  await once(socket as never, 'connect')
  // Waits for the first state, so that no command is sent before.
  await socket.emitWithAck('timer:requestSync', { timestamp: clock.now })

  const saveSession = () => {
    const startTime = new Date(clock.now - state.elapsed * 1_000).toISOString()
    const endTime = new Date(clock.now).toISOString()
    const entry = { project: settings.projectId, startTime, endTime, duration: state.elapsed * 1_000 }
    if (save !== undefined) saved.push(save(entry))
  }

  return {
    received,
    state: () => state,
    saved: () => Promise.all(saved),
    disconnect: () => socket.disconnect(),
    /** Resolves when all messages that the server has sent before are received and answered. */
    ping: () => socket.emitWithAck('timer:clock'),
    waitUntilHandled: () => waitUntilHandled(socket),
    start(projectId: string, given: Partial<typeof settings> = {}) {
      Object.assign(settings, { projectId, ...given })
      state = { ...state, status: 'running', elapsed: state.status === 'paused' ? state.elapsed : 0 }
      send('start', fullState())
    },
    pause() {
      state = { ...state, status: 'paused' }
      send('pause', { elapsed: state.elapsed })
    },
    resume() {
      state = { ...state, status: 'running' }
      send('resume', { elapsed: state.elapsed })
    },
    stop(shouldSave: boolean) {
      if (shouldSave) saveSession()
      state = IDLE
      send('stop', { shouldSave })
    },
    /** Advances by one second. At the end of a work phase every client saves the focus session. */
    tick() {
      if (state.status !== 'running') return
      state = { ...state, elapsed: state.elapsed + 1 }
      const length = 60 * (state.mode === 'work' ? settings.workDuration : settings.breakDuration)
      if (state.elapsed < length) return
      if (state.mode === 'work') saveSession()
      const mode = state.mode === 'work' ? 'break' : 'work'
      state = { ...state, mode, elapsed: 0, currentRepetition: state.currentRepetition + (mode === 'work' ? 1 : 0) }
      send('switch', { status: 'running', mode, elapsed: 0, currentRepetition: state.currentRepetition })
    },
  }
}

/** Resolves when the server has handled all earlier messages. A command without its predecessor only gets a reply. */
export function waitUntilHandled(socket: Socket) {
  const [id, device, runId] = [newId(0), newId(0), newId(0)]
  const event = { type: 'pause', at: 0, runId, phase: 0 }
  return socket.emitWithAck('timer:tick', { cmd: { id, device, sequence: 2, base: null, sawWait: false, event } })
}

const pick = (from: Record<string, unknown>, keys: string[]) =>
  Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]))
