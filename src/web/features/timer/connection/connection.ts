import type { TimerEventName } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import { createSocket, requestReply, type SocketOptions, type TimerSocket } from './socket.ts'

const PROBE_COUNT = 5
const SLOW_RETRY_MS = 60_000
/** For a server whose database is unavailable. Random, so that not all devices reconnect at once. */
const shortRetryDelayMs = () => 2_000 + Math.random() * 2_000
const PROBE_INTERVAL_MS = 300_000

interface Options extends SocketOptions {
  onConnected: (isConnected: boolean) => void
  /** Called when the server rejects the session, which may have ended. */
  checkSession: () => void
}

export type Connection = ReturnType<typeof openConnection>

/** The socket connection. After five quick attempts it retries every minute, and at once when `retryNow` is called. */
export function openConnection(options: Options) {
  const { clock } = options
  const { socket, retryNow, stop } = keepConnected(options)

  /** Requests the server's time, and resolves with whether it replied. */
  async function probe() {
    const sentAt = Date.now()
    const serverAt = await requestReply<number>(socket(), (socket, onReply) => socket.emit('timer:clock', onReply))
    if (serverAt !== undefined) clock.addProbe({ sentAt, serverAt, receivedAt: Date.now() })
    return serverAt !== undefined
  }
  const probing = setInterval(() => void probe(), PROBE_INTERVAL_MS)

  return {
    isConnected: () => socket()?.connected === true,
    /** Several probes give a better estimate of the server's time than one. */
    probeRepeatedly: async () => {
      for (let count = 0; count < PROBE_COUNT; count++) await probe()
    },
    requestSync: () =>
      requestReply<TimerSnapshot>(socket(), (socket, onReply) =>
        socket.emit('timer:requestSync', { timestamp: clock.now() }, onReply),
      ),
    send: (eventName: TimerEventName, message: TimerMessage) =>
      requestReply<TimerReply | { error: string }>(socket(), (socket, onReply) =>
        socket.emit(eventName, message, onReply),
      ),
    tick: (message: TimerMessage) => socket()?.volatile.emit('timer:tick', message),
    retryNow,
    /** After the device slept, a connection may look alive and carry nothing. */
    reconnectIfDead: async () => {
      if (socket()?.connected && !(await probe())) socket()?.disconnect().connect()
    },
    close: () => {
      clearInterval(probing)
      stop()
    },
  }
}

/** Socket.IO makes the five quick attempts; this makes the slow ones after it has given up. */
function keepConnected({ onConnected, checkSession, ...options }: Options) {
  let socket: TimerSocket | undefined
  let next: { attempt: () => void; timer: ReturnType<typeof setTimeout> } | undefined
  let isStopped = false
  // After the server has rejected the session, `retryNow` must not connect again.
  let isRefused = false

  function attemptLater(attempt: () => void, afterMs = SLOW_RETRY_MS) {
    clearTimeout(next?.timer)
    if (!isStopped) next = { attempt, timer: setTimeout(attemptNow, afterMs) }
  }

  function attemptNow() {
    const { attempt } = cancelNext() ?? {}
    isRefused = false
    attempt?.()
  }

  function cancelNext() {
    const cancelled = next
    clearTimeout(next?.timer)
    next = undefined
    return cancelled
  }

  function attachSocket(created: TimerSocket) {
    socket = created
    const connect = () => void created.connect()
    const handleLoss = (afterMs?: number) => {
      onConnected(false)
      if (!created.active) attemptLater(connect, afterMs)
    }
    created.on('connect', () => {
      cancelNext()
      onConnected(true)
    })
    created.on('disconnect', () => handleLoss())
    created.on('connect_error', ({ message }) => {
      isRefused = message === 'unauthenticated'
      if (isRefused) checkSession()
      handleLoss(message === 'unavailable' ? shortRetryDelayMs() : undefined)
    })
    created.io.on('reconnect_failed', () => attemptLater(connect))
    if (!isStopped) connect()
  }

  /** Without a network, Socket.IO itself may not load either. */
  const open = () => void createSocket(options).then(attachSocket, () => attemptLater(open))
  open()

  return {
    socket: () => socket,
    /** Makes the next slow attempt at once. To be called when the server may be reachable again. */
    retryNow: () => {
      if (next !== undefined && !isRefused) attemptNow()
    },
    stop: () => {
      isStopped = true
      cancelNext()
      socket?.disconnect()
    },
  }
}
