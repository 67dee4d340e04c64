import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { newId } from '#server/db/values.ts'
import { createLegacyTimer, type LegacyTimerOptions } from './legacy-timer.ts'

interface Options extends LegacyTimerOptions {
  url: string
  auth: object
}

const EVENT_NAMES = ['start', 'pause', 'resume', 'stop', 'tick', 'switch']

/** Clients in the field send every field of their state, with null for each that they do not mean. */
const ABSENT = {
  status: null,
  mode: null,
  elapsed: null,
  workDuration: null,
  breakDuration: null,
  repetitions: null,
  currentRepetition: null,
  projectId: null,
  taskId: null,
  notes: null,
  tags: null,
  workStartTime: null,
  infiniteMode: null,
  infiniteElapsedTime: null,
  selectedEntryId: null,
  selectedPresetId: null,
  shouldSave: null,
}

export type LegacyClient = Awaited<ReturnType<typeof connectLegacyClient>>

/**
 * A client that implements only the specification, as clients in the field do: it counts time itself, saves every focus
 * session that ends on its screen, and sends times as ISO text, null for absent fields and no durations of its own.
 */
export async function connectLegacyClient({ url, auth, ...options }: Options) {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
  const received: [name: string, message: Record<string, unknown>][] = []
  const timer = createLegacyTimer(options)
  // Socket.IO writes dates as JSON does: as ISO text.
  const send = (name: string, message: object) =>
    socket.emit(`timer:${name}`, { ...ABSENT, ...message, timestamp: timer.time() })

  for (const name of EVENT_NAMES)
    socket.on(`timer:${name}`, (message: Record<string, unknown>) => {
      received.push([name, message])
      timer.receive(name, message)
    })
  socket.on('timer:requestState', () => send('start', { ...timer.state(), shouldSave: false }))
  await once(socket as never, 'connect')
  // Waits for the first state, so that no command is sent before.
  await socket.emitWithAck('timer:requestSync', { timestamp: timer.time() })

  return {
    socket,
    received,
    send,
    state: timer.state,
    saved: timer.saved,
    disconnect: () => socket.disconnect(),
    /** Resolves when all messages that the server has sent before are received and answered. */
    ping: () => socket.emitWithAck('timer:clock'),
    waitUntilHandled: () => waitUntilHandled(socket),
    start: (...given: Parameters<typeof timer.start>) => send('start', timer.start(...given)),
    /** The specification's infinite mode. */
    continueEntry: (...given: Parameters<typeof timer.continueEntry>) => send('start', timer.continueEntry(...given)),
    pause: () => send('pause', timer.setStatus('paused')),
    resume: () => send('resume', timer.setStatus('running')),
    stop: (shouldSave: boolean) => send('stop', timer.stop(shouldSave)),
    sendTick: () => send('tick', timer.state()),
    /** Advances by one second. */
    tick() {
      const nextPhase = timer.tick()
      if (nextPhase !== undefined) send('switch', nextPhase)
    },
  }
}

/** Resolves when the server has handled all earlier messages. A command without its predecessor only gets a reply. */
export function waitUntilHandled(socket: Socket) {
  const [id, device, runId] = [newId(0), newId(0), newId(0)]
  const event = { type: 'pause', at: 0, runId, phase: 0 }
  return socket.emitWithAck('timer:tick', { cmd: { id, device, sequence: 2, base: null, sawWait: false, event } })
}
