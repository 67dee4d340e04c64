import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { requireProgram } from './programs.ts'

/** An etcd of several members on loopback, not started yet. */
export async function createEtcd(folder: string, size: number): Promise<ManagedProcess[]> {
  const program = requireProgram('etcd')
  const members = await Promise.all(
    Array.from({ length: size }, async (_, index) => ({
      name: `etcd ${index + 1}`,
      client: `http://127.0.0.1:${await findFreePort()}`,
      peer: `http://127.0.0.1:${await findFreePort()}`,
    })),
  )
  const cluster = members.map(({ name, peer }) => `${toId(name)}=${peer}`).join(',')
  return members.map(({ name, client, peer }) => {
    const own = join(folder, toId(name))
    mkdirSync(own, { recursive: true })
    const settings = {
      name: toId(name),
      'data-dir': join(own, 'data'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': cluster,
      'initial-cluster-state': 'new',
      'log-level': 'warn',
    }
    return createManagedProcess({
      name,
      url: client,
      command: [program, ...Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value])],
      folder: own,
      isReady: () =>
        fetch(`${client}/health`).then(
          async (reply) => reply.ok && ((await reply.json()) as { health: string }).health === 'true',
          () => false,
        ),
    })
  })
}

const toId = (name: string) => name.replace(' ', '-')
