import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter'
import type { Fields } from './message-stream.ts'

interface MessageData {
  opts?: { rooms: string[] }
}

/** Sends broadcasts to the clients of all servers through the message stream. */
export class StreamAdapter extends ClusterAdapter {
  readonly #send: (fields: Fields) => unknown

  constructor(namespace: unknown, send: (fields: Fields) => unknown) {
    super(namespace)
    this.#send = send
  }

  /** Does not wait for Redis, so that a broadcast reaches the clients of this server at once. */
  doPublish(message: ClusterMessage) {
    const { uid, nsp, type, data } = message as ClusterMessage & { data?: MessageData }
    const rooms = data?.opts?.rooms.join(' ') ?? ''
    this.#send({ uid, nsp, type: String(type), rooms, data: JSON.stringify(data ?? {}) })
    return Promise.resolve('')
  }

  /** No server asks another for a reply. */
  doPublishResponse() {
    return Promise.resolve()
  }

  /** Delivers a broadcast of another server. Most are for users who have no client here. */
  receive({ uid = '', nsp = '', type, rooms, data = '{}' }: Fields) {
    if (rooms && !rooms.split(' ').some((room) => this.rooms.has(room))) return
    this.onMessage({ uid, nsp, type: Number(type), data: JSON.parse(data) as unknown } as ClusterMessage)
  }
}
