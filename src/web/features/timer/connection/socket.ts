import type { Socket } from 'socket.io-client'
import type { TimerSnapshot } from '#contract/timer.ts'
import { type ClientToServer, type ServerToClient, TIMER_EVENTS, type TimerMessage } from '#contract/timer-events.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'

const REPLY_TIMEOUT_MS = 5_000

export type TimerSocket = Socket<ServerToClient, ClientToServer>
type Revocation = Parameters<ServerToClient['session:revoked']>[0]['reason']

export interface SocketOptions {
  /** Where the server is, if not where the page came from. */
  url?: string
  clock: Clock
  /** Asked anew for each attempt. */
  auth: () => object
  onSnapshot: (snapshot: TimerSnapshot, timestamp: number) => void
  /** How the timer stands here; undefined: nobody is to know. */
  currentMessage: () => TimerMessage | undefined
  onRevoked: (reason: Revocation) => void
}

/** A socket that is still to be connected. Its code is not needed for the first picture, so it is not in its way. */
export async function createSocket(options: SocketOptions): Promise<TimerSocket> {
  const { io } = await import('socket.io-client')
  const socket: TimerSocket = io(options.url ?? location.origin, {
    autoConnect: false,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    auth: (give) => give(options.auth()),
    reconnectionAttempts: 5,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    timeout: 20_000,
  })
  listen(socket, options)
  return socket
}

/** What carries no snapshot is of a client that has none to give: the server's word comes with one. */
function listen(socket: TimerSocket, { clock, onSnapshot, currentMessage: report, onRevoked }: SocketOptions) {
  for (const word of TIMER_EVENTS)
    socket.on(word, ({ snapshot, timestamp }: { snapshot?: TimerSnapshot; timestamp?: number | undefined }) => {
      if (snapshot !== undefined) onSnapshot(snapshot, timestamp ?? clock.now())
    })
  socket.on('timer:state', ({ snapshot }) => onSnapshot(snapshot, snapshot.now))
  socket.on('timer:requestState', () => {
    const message = report()
    if (message !== undefined) socket.emit('timer:start', { ...message, shouldSave: false })
  })
  socket.on('session:revoked', ({ reason }) => onRevoked(reason))
}

/** Sends something that wants an answer. Without a connection there is none, and none is waited for long. */
export function requestReply<Answer>(
  socket: TimerSocket | undefined,
  emit: (socket: TimerSocket, answer: (answer: Answer) => void) => void,
): Promise<Answer | undefined> {
  if (!socket?.connected) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    setTimeout(resolve, REPLY_TIMEOUT_MS, undefined)
    emit(socket, resolve)
  })
}
