import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../run.ts'

/** Programs that the topology and the tests run, and the Debian package that has them. */
const PACKAGES = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  nginx: 'nginx',
}
type Program = keyof typeof PACKAGES
const PROGRAMS = Object.keys(PACKAGES) as Program[]

/** Debian keeps some programs where only root looks, and PostgreSQL's where nobody does. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
const POSTGRES_PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'pg_basebackup']

export function findProgram(name: Program) {
  const folder =
    name === 'postgres'
      ? findPostgresPrograms()
      : [...foldersOfPath(), ...FOLDERS].find((folder) => existsSync(join(folder, name)))
  return folder === undefined ? undefined : join(folder, name)
}

export function requireProgram(name: Program) {
  const found = findProgram(name)
  if (found === undefined)
    throw new Error(`The cluster needs ${name}: install the Debian package "${PACKAGES[name]}", or one like it.`)
  return found
}

/** The folder with all of PostgreSQL's own. */
export function findPostgresPrograms() {
  const folders = [
    ...foldersOfPath(),
    ...globSync('/usr/lib/postgresql/*/bin/pg_isready').map(dirname),
    ...globSync('/opt/homebrew/opt/postgresql*/bin/pg_isready').map(dirname),
  ]
  return folders.find((folder) => POSTGRES_PROGRAMS.every((name) => existsSync(join(folder, name))))
}

/** On Debian, root gets what is missing without being asked. */
export async function installPrograms(wanted = PROGRAMS) {
  const missing = wanted.filter((name) => findProgram(name) === undefined)
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = missing.map((name) => PACKAGES[name])
  console.log(`Installing ${packages.join(', ')} …`)
  await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  await run('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'ignore' })
}

const foldersOfPath = () => (process.env['PATH'] ?? '').split(delimiter)
