import type { OtherServers } from '#server/realtime/other-servers.ts'
import type { Sockets, UserSocket } from '#server/realtime/socket-types.ts'
import { LEGACY_ROOM_PREFIX, legacyRoom } from '#server/realtime/sockets.ts'

interface Options {
  io: Sockets
  servers: OtherServers
}

const USERS_PER_MESSAGE = 500
/** Several servers that start together ask and answer once. */
const GATHER_MS = 500

/**
 * Knows which users have legacy clients on other servers. Only these need ticks and requests for their state from here,
 * which would otherwise be most of the messages between servers.
 */
export function createLegacyUsers({ io, servers: { events, tell } }: Options) {
  const usersByServer = new Map<string, Set<string>>()
  events.on('gone', (server) => usersByServer.delete(server))
  events.on(
    'found',
    onceIn(GATHER_MS, () => tell('legacy-clients-wanted', {})),
  )
  events.on('legacy-clients-wanted', onceIn(GATHER_MS, tellAll))
  events.on('legacy-clients', (server, { users, areConnected }) => {
    const known = usersByServer.get(server) ?? new Set()
    usersByServer.set(server, known)
    for (const user of users)
      if (areConnected) known.add(user)
      else known.delete(user)
  })

  function tellAll() {
    const rooms = [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(LEGACY_ROOM_PREFIX))
    const users = rooms.map((room) => room.slice(LEGACY_ROOM_PREFIX.length))
    for (let from = 0; from < users.length; from += USERS_PER_MESSAGE)
      tell('legacy-clients', { users: users.slice(from, from + USERS_PER_MESSAGE), areConnected: true })
  }

  const isHere = (userId: string) => io.sockets.adapter.rooms.has(legacyRoom(userId))
  const isElsewhere = (userId: string) => [...usersByServer.values()].some((users) => users.has(userId))

  return {
    isHere,
    isElsewhere,

    /** Tells the other servers of a legacy client, if it is the user's first here, and when the last one has gone. */
    announce(socket: UserSocket) {
      const { userId } = socket.data
      if (io.sockets.adapter.rooms.get(legacyRoom(userId))?.size === 1)
        tell('legacy-clients', { users: [userId], areConnected: true })
      socket.on('disconnect', () => {
        if (!isHere(userId)) tell('legacy-clients', { users: [userId], areConnected: false })
      })
    },

    /** The other clients of the user that have to hear what only legacy clients need. */
    reach: (socket: UserSocket) => (isElsewhere(socket.data.userId) ? socket : socket.local),
  }
}

export type LegacyUsers = ReturnType<typeof createLegacyUsers>

/** Calls of the same moment become one, some time later. */
function onceIn(milliseconds: number, work: () => void) {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, milliseconds).unref()
  }
}
