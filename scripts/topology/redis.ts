import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fillTemplate } from './fill-template.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { requireProgram } from './programs.ts'

interface RedisOptions {
  name?: string
  /** Makes it a replica of this one. */
  primary?: ManagedProcess
}

/** A Redis on loopback without persistence, because it only relays messages between nodes. */
export async function createRedis(folder: string, { name = 'Redis', primary }: RedisOptions = {}) {
  const port = await findFreePort()
  const settings = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
  const replication = primary === undefined ? [] : ['--replicaof', '127.0.0.1', new URL(primary.url).port]
  return createManagedProcess({
    name,
    url: `redis://127.0.0.1:${port}`,
    command: [
      requireProgram('redis-server'),
      ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      ...replication,
    ],
    folder,
    isReady: () => answersPing(port),
  })
}

/** Watches a Redis and its replicas, and makes a replica the primary when it fails. Not started yet. */
export async function createSentinel(folder: string, name: string, primary: ManagedProcess) {
  const port = await findFreePort()
  const configuration = join(folder, 'sentinel.conf')
  const filled = fillTemplate('deploy/ha/sentinel.conf.template', {
    SENTINEL_ADDRESS: '127.0.0.1',
    SENTINEL_PORT: String(port),
    REDIS_ADDRESS: '127.0.0.1',
    REDIS_PORT: new URL(primary.url).port,
  })
  writeFileSync(configuration, filled)
  return createManagedProcess({
    name,
    url: `redis://127.0.0.1:${port}`,
    command: [requireProgram('redis-server'), configuration, '--sentinel'],
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
