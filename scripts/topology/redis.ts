import { connect } from 'node:net'
import { freePort } from '../free-port.ts'
import { createPart, type Part } from './part.ts'
import { requireProgram } from './programs.ts'

/** A Redis on loopback that keeps nothing: it only passes on what nodes say to each other. */
export async function createRedis(folder: string): Promise<Part> {
  const port = await freePort()
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
  return createPart({
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    command: [
      requireProgram('redis-server'),
      ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    folder,
    answers: () => answersPing(port),
  })
}

function answersPing(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (reply) => {
      resolve(reply.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
