import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import type { SocketOptions, Sockets } from '#server/realtime/socket-types.ts'
import { announceMaintenance, checkSessionsOf } from '#server/realtime/sockets.ts'
import { watchMaintenance } from './maintenance.ts'
import { watchCommandLine } from './watch-command-line.ts'

const INTERVAL_MS = 2_000

interface Options extends Pick<SocketOptions, 'findSession' | 'now'> {
  db: Db
  sockets: Sockets
}

/** Follows what other servers and the command line administer, and tells the clients of this server. */
export function watchAdministration(app: FastifyInstance, { db, sockets, findSession, now }: Options) {
  const maintenance = watchMaintenance(db, (current) => announceMaintenance(sockets, current))
  const closeEndedSockets = watchCommandLine(db, now, (userId) => checkSessionsOf(sockets, userId, findSession))
  // If the database cannot be read now, the job repeats it.
  app.addHook('onReady', () => maintenance.refresh().catch(() => {}))
  repeatJob(app, 'administration', INTERVAL_MS, async () => {
    await maintenance.refresh()
    await closeEndedSockets()
  })
  sockets.on('connection', (socket) => {
    if (maintenance.current() !== null && !socket.data.isLegacy) socket.emit('site:maintenance', maintenance.current())
  })
  return maintenance
}
