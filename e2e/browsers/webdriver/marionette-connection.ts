import { once } from 'node:events'
import { connect } from 'node:net'
import { COMMANDS, type Command, type Connection, WebDriverError } from './protocol.ts'

type Reply = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown]

interface WaitingCommand {
  command: Command
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/**
 * Connects to Firefox itself. It speaks Marionette, the commands of WebDriver as JSON over TCP: geckodriver, which
 * Debian does not package, only translates HTTP to it.
 */
export async function connectByMarionette(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, WaitingCommand>()
  let lastId = 0
  let received = Buffer.alloc(0)

  /** Takes the next message, whose length precedes it, off the received bytes. */
  function takeMessage() {
    const colon = received.indexOf(':')
    const end = colon + 1 + Number(received.subarray(0, colon))
    if (colon < 0 || received.length < end) return undefined
    const text = received.subarray(colon + 1, end).toString()
    received = received.subarray(end)
    return JSON.parse(text) as Reply | object
  }

  function finish([, id, error, result]: Reply) {
    const { command, resolve, reject } = waiting.get(id)!
    waiting.delete(id)
    if (error !== null) reject(new WebDriverError(command, error))
    else resolve(isWrapped(result) ? result.value : result)
  }

  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    // The first message is a greeting, not a reply.
    for (let message = takeMessage(); message !== undefined; message = takeMessage())
      if (Array.isArray(message)) finish(message as unknown as Reply)
  })
  socket.on('close', () => {
    for (const { command, reject } of waiting.values()) reject(new Error(`${command}: Firefox closed the connection`))
  })
  await once(socket, 'connect')

  return {
    send: (command, parameters = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { command, resolve, reject })
        const text = JSON.stringify([0, lastId, COMMANDS[command][2], parameters])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      }),
    close: () => socket.destroy(),
  }
}

const isWrapped = (result: unknown): result is { value: unknown } =>
  typeof result === 'object' && result !== null && 'value' in result
