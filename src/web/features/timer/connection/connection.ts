import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName, TimerMessage } from '#contract/timer-events.ts'
import { requestReply, createSocket, type SocketOptions, type TimerSocket } from './socket.ts'

const PROBE_COUNT = 5
const SLOW_RETRY_MS = 60_000
/** A server that is there and only lacks its database, which comes back; not all devices at the same moment. */
const shortRetryDelayMs = () => 2_000 + Math.random() * 2_000
const PROBE_INTERVAL_MS = 300_000

interface Options extends SocketOptions {
  onConnected: (isConnected: boolean) => void
  /** The server does not know the session: it may be over. */
  checkSession: () => void
}

export type Connection = ReturnType<typeof openConnection>

/** The live connection: five quick attempts, then slow ones, and at once when there is reason to hope. */
export function openConnection(options: Options) {
  const { clock } = options
  const { socket, nudge, stop } = keepConnected(options)

  /** Asks for the server's time, and tells whether there was an answer. */
  async function probe() {
    const sentAt = Date.now()
    const serverAt = await requestReply<number>(socket(), (socket, answer) => socket.emit('timer:clock', answer))
    if (serverAt !== undefined) clock.addProbe({ sentAt, serverAt, receivedAt: Date.now() })
    return serverAt !== undefined
  }
  const probing = setInterval(() => void probe(), PROBE_INTERVAL_MS)

  return {
    isConnected: () => socket()?.connected === true,
    /** Several answers tell the time better than one. */
    probeWell: async () => {
      for (let count = 0; count < PROBE_COUNT; count++) await probe()
    },
    /** The timer as the server has it. */
    requestSync: () =>
      requestReply<TimerSnapshot>(socket(), (socket, answer) =>
        socket.emit('timer:requestSync', { timestamp: clock.now() }, answer),
      ),
    send: (word: TimerEventName, message: TimerMessage) =>
      requestReply<TimerReply | { error: string }>(socket(), (socket, answer) => socket.emit(word, message, answer)),
    tick: (report: TimerMessage) => socket()?.volatile.emit('timer:tick', report),
    nudge,
    /** After a sleep it may only seem to be there. */
    revive: async () => {
      if (socket()?.connected && !(await probe())) socket()?.disconnect().connect()
    },
    close: () => {
      clearInterval(probing)
      stop()
    },
  }
}

/** Five quick attempts are the socket's own; what follows when it has given up is done here. */
function keepConnected({ onConnected, checkSession, ...options }: Options) {
  let socket: TimerSocket | undefined
  let next: { attempt: () => void; timer: ReturnType<typeof setTimeout> } | undefined
  let isStopped = false
  // Whoever was refused is not to ask again at every occasion.
  let isRefused = false

  function attemptLater(attempt: () => void, afterMs = SLOW_RETRY_MS) {
    clearTimeout(next?.timer)
    if (!isStopped) next = { attempt, timer: setTimeout(attemptNow, afterMs) }
  }

  function attemptNow() {
    const { attempt } = takeNext() ?? {}
    isRefused = false
    attempt?.()
  }

  function takeNext() {
    const taken = next
    clearTimeout(next?.timer)
    next = undefined
    return taken
  }

  function follow(created: TimerSocket) {
    socket = created
    const connect = () => void created.connect()
    const lose = (afterMs?: number) => {
      onConnected(false)
      if (!created.active) attemptLater(connect, afterMs)
    }
    created.on('connect', () => {
      takeNext()
      onConnected(true)
    })
    created.on('disconnect', () => lose())
    created.on('connect_error', ({ message }) => {
      isRefused = message === 'unauthenticated'
      if (isRefused) checkSession()
      lose(message === 'unavailable' ? shortRetryDelayMs() : undefined)
    })
    created.io.on('reconnect_failed', () => attemptLater(connect))
    if (!isStopped) connect()
  }

  /** Offline, its code may not come either. */
  const open = () => void createSocket(options).then(follow, () => attemptLater(open))
  open()

  return {
    socket: () => socket,
    /** Something has changed for the better: no reason to wait for the next slow attempt. */
    nudge: () => {
      if (next !== undefined && !isRefused) attemptNow()
    },
    stop: () => {
      isStopped = true
      takeNext()
      socket?.disconnect()
    },
  }
}
