import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, run } from '../scripts/run.ts'
import { findFreePort } from '../scripts/topology/free-port.ts'

const MEMORY_BAR_MB = 512
const DEADLINE_MS = 600_000
const MIB = 1024 * 1024

/** Unpacks a release and starts it with `npm start` and an empty npm cache, in a machine of 512 MB. */
export async function measure() {
  const group = createMemoryGroup(MEMORY_BAR_MB * MIB)
  if (group === undefined) {
    console.log('install: skipped, because this user may not create a control group with a memory limit')
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-install-'))
  try {
    const site = await unpackRelease(folder)
    const port = await findFreePort()
    const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), npm_config_cache: folder }
    const startedAt = performance.now()
    // The shell joins the group before it becomes npm.
    const child = spawn('sh', ['-c', 'echo $$ > "$0" && exec npm start', group.processes], {
      cwd: site,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const isReady = await waitUntilReady(child, port)
    const seconds = (performance.now() - startedAt) / 1_000
    const installed = (await folderBytes(join(site, 'node_modules'))) / MIB
    console.log(
      `install: ${isReady ? 'ready' : 'not ready'} in ${group.peakMib()} MB with the page cache (bar ${MEMORY_BAR_MB}), ` +
        `after ${seconds.toFixed(0)} s, ${installed.toFixed(0)} MB of packages`,
    )
    await stop(child)
    return isReady
  } finally {
    group.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A control group of version 2 or 1 whose processes share this memory, without swap. */
function createMemoryGroup(bytes: number) {
  const isVersion2 = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const path = join(isVersion2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory', `ritmo-install-${process.pid}`)
  const files = isVersion2
    ? { limit: 'memory.max', peak: 'memory.peak' }
    : { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' }
  try {
    mkdirSync(path)
    writeFileSync(join(path, files.limit), String(bytes))
    if (isVersion2) writeFileSync(join(path, 'memory.swap.max'), '0')
  } catch {
    return undefined
  }
  return {
    processes: join(path, 'cgroup.procs'),
    peakMib: () => Math.round(Number(readFileSync(join(path, files.peak), 'utf8')) / MIB),
    remove: () => rmdirSync(path),
  }
}

async function unpackRelease(folder: string) {
  const made = await run('npm', ['run', 'release'], { stdio: 'pipe' })
  const [archive] = globSync(join(ROOT, 'release/*.tar.gz'))
  if (!made.ok || archive === undefined) throw new Error(`The release could not be made:\n${made.output}`)
  const site = join(folder, 'site')
  mkdirSync(site)
  await run('tar', ['-xzf', archive, '-C', site, '--strip-components=1'])
  return site
}

async function waitUntilReady(child: ChildProcess, port: number) {
  const endsAt = performance.now() + DEADLINE_MS
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && performance.now() < endsAt) {
    if (await isReady()) return true
    await sleep(500)
  }
  return false
}

async function folderBytes(path: string) {
  const { output } = await run('du', ['-sk', path], { stdio: 'pipe' })
  return Number.parseInt(output, 10) * 1024
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
