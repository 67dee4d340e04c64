import { connect } from 'node:net'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { requireProgram } from './programs.ts'

/** A Redis on loopback without persistence, because it only relays messages between nodes. */
export async function createRedis(folder: string): Promise<ManagedProcess> {
  const port = await findFreePort()
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
  return createManagedProcess({
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    command: [
      requireProgram('redis-server'),
      ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    folder,
    isReady: () => answersPing(port),
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
