/** A message of a server, which numbers its messages from 1. */
export interface NumberedMessage {
  server: string
  number: number
  /** When it was sent, on the clock of its server. */
  sentAt: number
}

/** What a message tells about its server. `missedSince`: messages after this time did not arrive. */
export interface Arrival {
  isNewServer: boolean
  missedSince?: number
}

/** A server sends a message at least every two seconds. */
const SILENCE_MS = 8_000

interface KnownServer {
  number: number
  sentAt: number
  readAt: number
}

/**
 * Finds messages that did not arrive. Of a server that was not known before, the first message that arrives is the
 * first that counts. `readAt` is any time that only grows.
 */
export function createMessageGaps() {
  const servers = new Map<string, KnownServer>()

  return {
    read({ server, number, sentAt }: NumberedMessage, readAt: number): Arrival {
      const known = servers.get(server)
      // A message that was sent twice, because its confirmation was lost, arrives behind later ones.
      servers.set(server, { number: Math.max(number, known?.number ?? 0), sentAt, readAt })
      if (known === undefined) return { isNewServer: true }
      return number > known.number + 1 ? { isNewServer: false, missedSince: known.sentAt } : { isNewServer: false }
    },

    /** Forgets servers that have said nothing for too long: their last messages may be lost. */
    forgetSilent(now: number) {
      const silent = [...servers].filter(([, { readAt }]) => now - readAt > SILENCE_MS)
      for (const [server] of silent) servers.delete(server)
      return silent.map(([server, { sentAt }]) => ({ server, missedSince: sentAt }))
    },

    /** Forgets a server that has said that it stops. */
    forget: (server: string) => servers.delete(server),

    /** After a time in which nothing was read, no server counts as silent. */
    restartSilence(now: number) {
      for (const known of servers.values()) known.readAt = now
    },
  }
}
