import type { Socket } from 'socket.io-client'
import { type ClientToServer, type ServerToClient, TIMER_EVENTS } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import { maintenanceStore } from '#web/api/maintenance.ts'
import { BASE_PATH } from '#web/base-path.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'

const REPLY_TIMEOUT_MS = 5_000
const RECONNECT_DELAY_MS = 1_000
const MAX_RECONNECT_DELAY_MS = 5_000

export type TimerSocket = Socket<ServerToClient, ClientToServer>
type Revocation = Parameters<ServerToClient['session:revoked']>[0]['reason']

export interface SocketOptions {
  /** The server's address, if it is not the page's own. */
  url?: string
  clock: Clock
  /** Called for each attempt to connect. */
  auth: () => object
  onSnapshot: (snapshot: TimerSnapshot, timestamp: number) => void
  /** The timer of this page for a client that requests it; undefined if sync is off. */
  currentMessage: () => TimerMessage | undefined
  onRevoked: (reason: Revocation) => void
  /** Called when another device has changed a list. */
  onListChanged?: (list: string) => void
}

/** Creates a socket without connecting it. Socket.IO is loaded here, so that the first page does not wait for it. */
export async function createSocket(options: SocketOptions): Promise<TimerSocket> {
  const { io } = await import('socket.io-client')
  const socket: TimerSocket = io(options.url ?? location.origin, {
    path: `${BASE_PATH}/socket.io/`,
    autoConnect: false,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    auth: (callback) => callback(options.auth()),
    reconnectionAttempts: 5,
    reconnectionDelay: RECONNECT_DELAY_MS,
    reconnectionDelayMax: MAX_RECONNECT_DELAY_MS,
    timeout: 20_000,
  })
  listen(socket, options)
  return socket
}

/** Ignores events without a snapshot: the server relays them from legacy clients, and sends its own with a snapshot. */
function listen(socket: TimerSocket, { clock, onSnapshot, currentMessage, ...options }: SocketOptions) {
  for (const eventName of TIMER_EVENTS)
    socket.on(eventName, ({ snapshot, timestamp }: { snapshot?: TimerSnapshot; timestamp?: number | undefined }) => {
      if (snapshot !== undefined) onSnapshot(snapshot, timestamp ?? clock.now())
    })
  socket.on('timer:state', ({ snapshot }) => onSnapshot(snapshot, snapshot.now))
  socket.on('timer:requestState', () => {
    const message = currentMessage()
    if (message !== undefined) socket.emit('timer:start', { ...message, shouldSave: false })
  })
  // When a server with thousands of clients stops, they do not all return at the same moment.
  socket.on('connection:spread', ({ ms }) => {
    const delayMs = RECONNECT_DELAY_MS + Math.random() * ms
    socket.io.reconnectionDelay(delayMs)
    socket.io.reconnectionDelayMax(Math.max(MAX_RECONNECT_DELAY_MS, delayMs))
  })
  // The server tells of maintenance after each connection, and when it begins or ends.
  socket.on('connect', () => maintenanceStore.set(null))
  socket.on('site:maintenance', maintenanceStore.set)
  socket.on('list:changed', ({ list }) => options.onListChanged?.(list))
  socket.on('session:revoked', ({ reason }) => options.onRevoked(reason))
}

/** Emits an event and waits for its reply. Resolves with undefined without a connection, or after the timeout. */
export function requestReply<Reply>(
  socket: TimerSocket | undefined,
  emit: (socket: TimerSocket, onReply: (reply: Reply) => void) => void,
): Promise<Reply | undefined> {
  if (!socket?.connected) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    setTimeout(resolve, REPLY_TIMEOUT_MS, undefined)
    emit(socket, resolve)
  })
}
