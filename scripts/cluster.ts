import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildWeb } from './build-web.ts'
import { type Part, startCluster } from './topology.ts'
import { installPrograms } from './topology/programs.ts'

const port = Number(process.env['PORT'] ?? 3000)
const folder = process.env['CLUSTER_DIR'] === undefined ? undefined : resolve(process.env['CLUSTER_DIR'])
let isStopping = false

await refuseTakenPort()
await installPrograms()
await buildWeb()
if (folder !== undefined) mkdirSync(folder, { recursive: true })
const cluster = await startCluster({ port, folder, replica: true }).catch((error: Error) => giveUp(error.message))
const { nginx, nodes, postgres, redis, replica } = cluster
const parts = [nginx, ...nodes, redis, postgres, ...(replica ? [replica] : [])]
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop())
for (const part of parts) void keepAlive(part)

console.log(`Ritmo is ready at http://localhost:${port}`)
for (const part of parts) console.log(`${part.name.padEnd(12)} pid ${String(part.pid).padEnd(8)} ${part.url}`)
console.log(`Data: ${folder ?? 'thrown away at the end; CLUSTER_DIR names a folder to keep it in'}`)
console.log('Kill what you like: it comes back. Stop everything with Ctrl+C')

/** Or somebody else's answers would be taken for nginx's. */
async function refuseTakenPort() {
  try {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  } catch {
    giveUp(`Port ${port} cannot be used. Set PORT to another.`)
  }
}

/** What systemd would do. */
async function keepAlive(part: Part) {
  for (;;) {
    await part.gone()
    if (isStopping) return
    await part.start().catch((error: Error) => console.error(error.message))
    console.log(`${part.name} was gone and is back, pid ${part.pid}`)
    await setTimeout(500)
  }
}

async function stop() {
  if (isStopping) return
  isStopping = true
  await cluster.stop()
  process.exit(0)
}

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
