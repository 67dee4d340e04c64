import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../scripts/topology/free-port.ts'

const VERSION = '26.1.3'
const ENVIRONMENT = join(import.meta.dirname, '../../node_modules/.cache/ritmo', `timetagger-${VERSION}`)
const PYTHON = join(ENVIRONMENT, 'bin/python')
const START_TIMEOUT_MS = 30_000
const BATCH_SIZE = 1_000

const run = promisify(execFile)

/** A record of TimeTagger. Times are seconds; tags are words of the description. */
export interface TimeTaggerRecord {
  key: string
  t1: number
  t2: number
  mt: number
  ds: string
}

/** Starts TimeTagger, another self-hosted time tracker. Returns undefined if Python or its package is not to be had. */
export async function startTimeTagger() {
  if (!(await install())) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'ritmo-timetagger-'))
  const port = await findFreePort()
  const api = `http://127.0.0.1:${port}/timetagger/api/v2`
  const options = ['-m', 'timetagger', `--bind=127.0.0.1:${port}`, `--datadir=${dataDir}`, '--log_level=warning']
  const child = spawn(PYTHON, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const token = await signIn(api, child)
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    write: (records: readonly TimeTaggerRecord[]) => writeRecords(api, token, records),
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Installs the package into an environment of its own, unless an earlier run has. */
async function install() {
  if (existsSync(join(ENVIRONMENT, 'complete'))) return true
  rmSync(ENVIRONMENT, { recursive: true, force: true })
  try {
    await run('python3', ['-m', 'venv', ENVIRONMENT])
    await run(PYTHON, ['-m', 'pip', 'install', '--quiet', `timetagger==${VERSION}`])
    await run('touch', [join(ENVIRONMENT, 'complete')])
    return true
  } catch (error) {
    const [reason = ''] = String((error as { stderr?: string }).stderr || error).split('\n')
    console.log(`TimeTagger cannot be installed, so nothing is compared with it: ${reason}`)
    return false
  }
}

async function signIn(api: string, child: ChildProcess) {
  const body = Buffer.from(JSON.stringify({ method: 'localhost' })).toString('base64')
  for (let waited = 0; waited < START_TIMEOUT_MS && child.exitCode === null; waited += 100) {
    const reply = await fetch(`${api}/bootstrap_authentication`, { method: 'POST', body }).catch(() => undefined)
    if (reply?.ok) return ((await reply.json()) as { token: string }).token
    await sleep(100)
  }
  throw new Error('TimeTagger did not start')
}

async function writeRecords(api: string, token: string, records: readonly TimeTaggerRecord[]) {
  for (let first = 0; first < records.length; first += BATCH_SIZE) {
    const body = JSON.stringify(records.slice(first, first + BATCH_SIZE))
    const send = () => fetch(`${api}/records`, { method: 'PUT', headers: { authtoken: token }, body })
    // The server closes a connection that was idle while it worked. Writing a record again changes nothing.
    const reply = await send().catch(send)
    const { failed } = (await reply.json()) as { failed: string[] }
    if (failed.length > 0) throw new Error(`TimeTagger has refused ${failed.length} records`)
  }
}
