import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../scripts/topology/free-port.ts'
import { median } from './support/account.ts'
import { copySite } from './support/site.ts'

const ROUNDS = 9
const TIME_BAR = 2.2
const MEMORY_BAR_MB = 110
/** They make a file of about 100 MB. */
const ENTRIES = 90_000
const IDLE_AFTER_MS = 5_000
const ROOT = join(import.meta.dirname, '..')

/** The time from the start of the process to a successful /ready, compared with an empty Fastify server; and its memory. */
export async function measure() {
  const { dataDir, remove } = await copySite('start', ENTRIES)
  try {
    const size = statSync(join(dataDir, 'ritmo.db')).size / 1e6
    const [bare, ours]: [number[], number[]] = [[], []]
    const turn = [
      async () => void bare.push(await measureStart('bench/support/bare-fastify.ts')),
      async () => void ours.push(await measureStart('src/server/main.mjs', dataDir)),
    ]
    for (const run of turn) await run()
    bare.length = ours.length = 0
    for (let round = 0; round < ROUNDS; round += 1)
      for (const run of round % 2 === 0 ? turn : turn.toReversed()) await run()
    const ratio = median(ours) / median(bare)
    console.log(
      `start: ${ratio.toFixed(2)} × a bare Fastify server (bar ${TIME_BAR}), ${median(ours).toFixed(0)} ms to ${median(bare).toFixed(0)} ms, database of ${size.toFixed(0)} MB`,
    )
    return (await measureMemory(dataDir)) && ratio <= TIME_BAR
  } finally {
    remove()
  }
}

async function measureStart(program: string, dataDir?: string) {
  const { child, readyAfter } = await launch(program, dataDir)
  await stop(child)
  return readyAfter
}

/** The memory of an idle server. */
async function measureMemory(dataDir: string) {
  const { child } = await launch('src/server/main.mjs', dataDir)
  await sleep(IDLE_AFTER_MS)
  const read = (file: string, field: string) => {
    const text = readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) / 1_024
  }
  const [resident, proportional] = [read('status', 'VmRSS'), read('smaps_rollup', 'Pss')]
  await stop(child)
  console.log(
    `start memory: ${resident.toFixed(0)} MB resident when idle (bar ${MEMORY_BAR_MB}), ${proportional.toFixed(0)} MB of its own`,
  )
  return resident <= MEMORY_BAR_MB
}

async function launch(program: string, dataDir?: string) {
  const port = await findFreePort()
  const env = { PATH: process.env['PATH'], PORT: String(port), ...(dataDir && { DATA_DIR: dataDir }) }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${program} has ended`)
    await sleep(2)
  }
  return { child, readyAfter: performance.now() - startedAt }
}

const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ port, host: '127.0.0.1', path: '/ready', agent: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode === 200)
    }).on('error', () => resolve(false))
  })

async function stop(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
