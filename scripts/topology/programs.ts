import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../run.ts'

/** The Debian package of each program that clusters and tests run. */
const DEBIAN_PACKAGES = {
  postgres: 'postgresql',
  'redis-server': 'redis-server',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  openssl: 'openssl',
  promtool: 'prometheus',
}
export type Program = keyof typeof DEBIAN_PACKAGES

/** Folders that may be missing in PATH: Debian installs servers to sbin, which only root searches. */
const EXTRA_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
const POSTGRES_PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'pg_basebackup']

export function findProgram(name: Program) {
  const folder =
    name === 'postgres'
      ? findPostgresFolder()
      : [...listPathFolders(), ...EXTRA_FOLDERS].find((folder) => existsSync(join(folder, name)))
  return folder === undefined ? undefined : join(folder, name)
}

export function requireProgram(name: Program) {
  const found = findProgram(name)
  if (found === undefined)
    throw new Error(`${name} is missing: install the Debian package "${DEBIAN_PACKAGES[name]}" or its equivalent.`)
  return found
}

/** The folder with the programs of PostgreSQL, which Debian keeps out of PATH. */
export function findPostgresFolder() {
  const folders = [
    ...listPathFolders(),
    ...globSync('/usr/lib/postgresql/*/bin/pg_isready').map(dirname),
    ...globSync('/opt/homebrew/opt/postgresql*/bin/pg_isready').map(dirname),
  ]
  return folders.find((folder) => POSTGRES_PROGRAMS.every((name) => existsSync(join(folder, name))))
}

/** Installs missing programs as root on Debian; does nothing elsewhere. */
export async function installPrograms(wanted: Program[]) {
  const missing = wanted.filter((name) => findProgram(name) === undefined)
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = missing.map((name) => DEBIAN_PACKAGES[name])
  console.log(`Installing ${packages.join(', ')} …`)
  await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  await run('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'ignore' })
}

const listPathFolders = () => (process.env['PATH'] ?? '').split(delimiter)
