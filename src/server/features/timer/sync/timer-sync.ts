import type { TimerSnapshot } from '#contract/timer.ts'
import type { Sockets, UserSocket } from '#server/realtime/socket-types.ts'
import { legacyRoom } from '#server/realtime/sockets.ts'
import { sendSnapshot } from './broadcast.ts'
import type { createLegacyClients } from '../legacy/legacy-clients.ts'
import { stateFromSnapshot } from '../legacy/state-messages.ts'
import type { Timer } from '../timer.ts'

interface Options {
  io: Sockets
  timer: Timer
  legacyClients: ReturnType<typeof createLegacyClients>
}

/** Brings clients of this server to the timer's present state. */
export function createTimerSync({ io, timer, legacyClients }: Options) {
  /** If the timer is idle, requests the state of a legacy client, which may be running. */
  function syncLegacyClient(socket: UserSocket, snapshot: TimerSnapshot) {
    if (stateFromSnapshot(snapshot).status === 'idle') socket.emit('timer:requestState', { timestamp: snapshot.now })
    else legacyClients.sendState(socket, snapshot)
  }

  return {
    /** Answers a client that requests the timer. A legacy client also receives the events for it. */
    async answerSync(socket: UserSocket, answer: (snapshot: TimerSnapshot) => void) {
      const snapshot = await timer.readTogether(socket.data.userId)
      answer(snapshot)
      if (socket.data.isLegacy) syncLegacyClient(socket, snapshot)
    },

    /** Sends the timer to all clients of a user on this server. */
    async sendTimer(userId: string) {
      const snapshot = await timer.readTogether(userId)
      sendSnapshot(io, userId, snapshot)
      for (const id of io.sockets.adapter.rooms.get(legacyRoom(userId)) ?? []) {
        const socket = io.sockets.sockets.get(id)
        if (socket !== undefined) syncLegacyClient(socket, snapshot)
      }
    },
  }
}
