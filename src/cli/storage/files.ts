import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError, reasonOf } from '#cli/errors.ts'

/** The folders of the XDG base directory specification. A relative path in the environment does not count. */
export function foldersOf(environment: NodeJS.ProcessEnv) {
  const folder = (variable: string, ...fallback: string[]) => {
    const chosen = environment[variable]
    return join(chosen?.startsWith('/') ? chosen : join(environment['HOME'] ?? homedir(), ...fallback), 'ritmo')
  }
  return {
    config: folder('XDG_CONFIG_HOME', '.config'),
    state: folder('XDG_STATE_HOME', '.local', 'state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  }
}

/** Reads a JSON file of this program; undefined if there is none. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CliError('error.config', { path, reason: reasonOf(error) })
  }
}

/** Replaces a file that only its owner may read. A crash leaves the old or the new one. */
export async function writeJson(path: string, value: unknown) {
  const temporary = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    throw new CliError('error.write', { path, reason: reasonOf(error) })
  }
}

export const removeFile = (path: string) => rm(path, { force: true })

const LOCK_TIMEOUT_MS = 20_000
const LOCK_RETRY_MS = 30

/** Runs the work while no other process does so with the same file. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new CliError('error.write', { path: dirname(lock), reason: reasonOf(error) })
  })
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; !(await tryLock(lock));) {
    if (Date.now() > deadline) throw new CliError('error.busy')
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
  }
  try {
    return await work()
  } finally {
    await removeFile(lock)
  }
}

async function tryLock(lock: string) {
  try {
    const file = await open(lock, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new CliError('error.write', { path: lock, reason: reasonOf(error) })
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
    // A process that was killed leaves its lock behind.
    if (owner > 0 && !isRunning(owner)) await removeFile(lock)
    return false
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
