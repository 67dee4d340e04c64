import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import type { OtherServers } from '#server/realtime/other-servers.ts'
import type { Sockets } from '#server/realtime/socket-types.ts'
import { listChangedUserIds } from '../queries.ts'

interface Options {
  io: Sockets
  db: Db
  log: FastifyBaseLogger
  servers: Pick<OtherServers, 'events'>
  /** Sends the timer of a user to the user's clients on this server. */
  sendTimer: (userId: string) => Promise<void>
}

/** Several servers miss messages at the same time, and several messages of a server. */
const GATHER_MS = 300
const USERS_PER_QUERY = 500
const PAUSE_MS = 20
const RETRY_DELAY_MS = 5_000
/** Clocks of servers differ, and a change is sent some time after the moment that is stored with it. */
const CLOCK_TOLERANCE_MS = 15_000

/**
 * After messages of other servers were lost, sends the clients of this server the timers that have changed since. One
 * query reads many users, with pauses in between, so that other requests wait for neither.
 */
export function catchUpMissedChanges({ io, db, log, servers, sendTimer }: Options) {
  let missedSince = Infinity
  let isRunning = false
  servers.events.on('missed', (since) => {
    missedSince = Math.min(missedSince, since)
    if (!isRunning) void run()
  })

  async function run() {
    isRunning = true
    while (missedSince < Infinity) {
      await sleep(GATHER_MS, undefined, { ref: false })
      const since = missedSince
      missedSince = Infinity
      try {
        await catchUp(since - CLOCK_TOLERANCE_MS)
      } catch (error) {
        log.error({ err: error }, 'changes that were missed cannot be read: this is tried again')
        missedSince = Math.min(missedSince, since)
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
    isRunning = false
  }

  async function catchUp(since: number) {
    const users = [...new Set(Array.from(io.sockets.sockets.values(), ({ data }) => data.userId))]
    for (let from = 0; from < users.length; from += USERS_PER_QUERY) {
      const changed = await listChangedUserIds(db, users.slice(from, from + USERS_PER_QUERY), since)
      await Promise.all(changed.map(sendTimer))
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
  }
}
