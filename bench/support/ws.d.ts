/** The part of `ws`, which comes with Socket.IO, that is used here. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'

  export class WebSocket extends EventEmitter {
    constructor(url: string, options?: { perMessageDeflate?: boolean })
    send(text: string): void
    terminate(): void
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: { port: number; host: string; perMessageDeflate?: boolean })
    address(): { port: number }
    on(event: 'connection', listener: (socket: WebSocket, request: IncomingMessage) => void): this
    on(event: 'listening', listener: () => void): this
  }
}
