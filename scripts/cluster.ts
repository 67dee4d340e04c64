import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installPrograms } from './topology/programs.ts'
import { type Cluster, type ManagedProcess, startCluster } from './topology/start-cluster.ts'
import { HA_PROGRAMS, startHaCluster } from './topology/start-ha-cluster.ts'
import { buildServer } from './build-server.ts'
import { buildWeb } from './web-build/build-web.ts'

const port = Number(process.env['PORT'] ?? 3000)
const folder = process.env['CLUSTER_DIR'] === undefined ? undefined : resolve(process.env['CLUSTER_DIR'])
/** Starts several of every program instead of one, so that each may fail. */
const isHa = process.argv.includes('--ha')
let isStopping = false

if (isHa && folder !== undefined)
  exitWithError('With --ha the data are always deleted at the end. Leave CLUSTER_DIR out.')
await requireFreePort()
await installPrograms(isHa ? HA_PROGRAMS : ['postgres', 'redis-server', 'nginx'])
await buildWeb()
await buildServer()
if (folder !== undefined) mkdirSync(folder, { recursive: true })
const cluster = await start().catch((error: Error) => exitWithError(error.message))
const { processes } = cluster
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop())
for (const one of processes) void keepAlive(one)

console.log(`Ritmo is ready at http://localhost:${port}`)
for (const { name, pid, url } of processes) console.log(`${name.padEnd(12)} pid ${String(pid).padEnd(8)} ${url}`)
console.log(`Data: ${folder ?? `deleted at the end${isHa ? '' : '; set CLUSTER_DIR to keep it in a folder'}`}`)
console.log('You may kill any of these processes: it is started again. Stop everything with Ctrl+C')

function start(): Promise<Pick<Cluster, 'processes' | 'stop'>> {
  return isHa ? startHaCluster({ port }) : startCluster({ port, folder, replica: true })
}

/** Fails early if another program uses the port, because its replies would look like those of nginx. */
async function requireFreePort() {
  try {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  } catch {
    exitWithError(`Port ${port} cannot be used. Set PORT to another.`)
  }
}

/** Restarts a process when it exits, as systemd would. */
async function keepAlive(one: ManagedProcess) {
  for (;;) {
    await one.waitForExit()
    if (isStopping) return
    await one.start().catch((error: Error) => console.error(error.message))
    console.log(`${one.name} had exited and was started again, pid ${one.pid}`)
    await setTimeout(500)
  }
}

async function stop() {
  if (isStopping) return
  isStopping = true
  await cluster.stop()
  process.exit(0)
}

function exitWithError(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
