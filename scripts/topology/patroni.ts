import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fillTemplate } from './fill-template.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { isAcceptingConnections } from './postgres.ts'
import { findPostgresFolder, requireProgram } from './programs.ts'
import { findUnprivilegedUser, giveToUnprivilegedUser } from './unprivileged-user.ts'

const SWITCHOVER_TIMEOUT_MS = 30_000
const REPLICATION_TIMEOUT_MS = 60_000

/** A PostgreSQL with its Patroni. `url` is that of Patroni's REST API. */
export interface PatroniMember extends ManagedProcess {
  /** The address of PostgreSQL, as host:port. */
  postgres: string
  /** Kills PostgreSQL alone. Patroni notices that, and starts it again or lets another member take over. */
  crashPostgres: () => void
}

export interface PatroniGroup {
  members: PatroniMember[]
  password: string
  /** The member that is the primary now; undefined during a failover. */
  findPrimary: () => Promise<PatroniMember | undefined>
  /** Resolves when a replica is synchronous, so that it can take over. */
  waitUntilReplicated: () => Promise<void>
  /** Makes another member the primary, as an operator does. */
  switchOver: () => Promise<void>
}

/** PostgreSQL servers on loopback of which Patroni makes one the primary. Not started yet. */
export async function createPatroni(folder: string, size: number, etcdHosts: string): Promise<PatroniGroup> {
  const password = randomBytes(16).toString('hex')
  const shared = {
    ETCD_HOSTS: etcdHosts,
    POSTGRES_PROGRAMS: findPostgresFolder() ?? '',
    POSTGRES_PASSWORD: password,
    REPLICATION_PASSWORD: randomBytes(16).toString('hex'),
    POSTGRES_NETWORK: '127.0.0.1/32',
  }
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const members = await Promise.all(numbers.map((number) => createMember(folder, number, shared)))
  const findPrimary = async () => {
    const answers = await Promise.all(members.map(({ url }) => isOk(`${url}/primary`)))
    return members[answers.indexOf(true)]
  }
  async function waitUntilReplicated() {
    for (const deadline = Date.now() + REPLICATION_TIMEOUT_MS; Date.now() < deadline; await setTimeout(200))
      if ((await Promise.all(members.map(({ url }) => isOk(`${url}/synchronous`)))).includes(true)) return
    throw new Error('No replica became synchronous')
  }
  async function switchOver() {
    const primary = await findPrimary()
    if (primary === undefined) throw new Error('There is no primary to switch over from')
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ leader: toId(primary.name) })
    for (const deadline = Date.now() + SWITCHOVER_TIMEOUT_MS; ; await setTimeout(500)) {
      const reply = await fetch(`${primary.url}/switchover`, { method: 'POST', headers, body })
      if (reply.ok) return
      // Soon after another failover no replica is synchronous yet.
      if (reply.status !== 412 || Date.now() > deadline)
        throw new Error(`Patroni refused to switch over: ${reply.status} ${await reply.text()}`)
    }
  }
  return { members, password, findPrimary, waitUntilReplicated, switchOver }
}

async function createMember(parent: string, number: number, shared: Record<string, string>): Promise<PatroniMember> {
  const name = `Patroni ${number}`
  const folder = join(parent, toId(name))
  mkdirSync(folder, { recursive: true })
  const [port, apiPort] = [await findFreePort(), await findFreePort()]
  const [data, configuration] = [join(folder, 'data'), join(folder, 'patroni.yml')]
  const values = {
    ...shared,
    PATRONI_NAME: toId(name),
    PATRONI_ADDRESS: `127.0.0.1:${apiPort}`,
    POSTGRES_ADDRESS: `127.0.0.1:${port}`,
    POSTGRES_DATA: data,
  }
  writeFileSync(configuration, fillTemplate('deploy/ha/patroni.yml.template', values), { mode: 0o600 })
  giveToUnprivilegedUser(folder, configuration)
  const url = `http://127.0.0.1:${apiPort}`
  const member = createManagedProcess({
    name,
    url,
    command: [requireProgram('patroni'), configuration],
    spawnOptions: { cwd: folder, ...findUnprivilegedUser() },
    folder,
    listDetached: () => readPostmaster(data),
    isReady: async () => (await isOk(`${url}/health`)) && isAcceptingConnections(port),
  })
  const crashPostgres = () => readPostmaster(data).forEach((pid) => process.kill(pid, 'SIGKILL'))
  return Object.assign(member, { postgres: `127.0.0.1:${port}`, crashPostgres })
}

/** Patroni starts PostgreSQL in a session of its own, so that it survives a restart of Patroni. */
function readPostmaster(data: string) {
  try {
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    // The file of a killed PostgreSQL stays, and its id may be that of any other process by now.
    return readlinkSync(`/proc/${pid}/cwd`) === data ? [Number(pid)] : []
  } catch {
    return []
  }
}

const toId = (name: string) => name.toLowerCase().replace(' ', '-')

/** Patroni answers 200 or 503. */
const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
