/** The part of `ws` that the benchmarks use. The package is a dependency of Socket.IO. */
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
