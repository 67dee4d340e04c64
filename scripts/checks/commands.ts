import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

/** Steps of `npm run drill -- operator`, which executes the commands of its documents. */
export const OPERATOR_STEPS = [
  'install',
  'units',
  'backup',
  'restore',
  'verify',
  'move',
  'pgbouncer',
  'rehearsal',
  'nginx',
  'release',
  'settings',
  'administration',
] as const
export type OperatorStep = (typeof OPERATOR_STEPS)[number]

/**
 * How each command of the documents is tried: by a step of the drill, by `npm test` itself, or only parsed by the shell,
 * because it needs another machine, a daemon or hours.
 */
const TRIED_BY: [command: RegExp, by: OperatorStep | 'npm test' | 'parsed'][] = [
  // src/cli/documents.test.ts and completion.test.ts run them.
  [/^ritmo |^source <\(ritmo completion /, 'npm test'],
  [/^npm start$/, 'release'],
  [/^npm (test|run check|audit)$/, 'npm test'],
  [/^npm run (bench|drill) -- /, 'parsed'],
  [/^npm run (-s )?sbom( |$)/, 'release'],
  [/^npm run release$/, 'release'],
  [/^(sha256sum|tar) /, 'release'],
  [/^BAD_INPUT=all npx vitest run /, 'parsed'],
  [/^git clone .*npm ci && npx vite build$/, 'install'],
  [/^git (pull|fetch|checkout)\b.*npm ci && npx vite build$/, 'install'],
  [/^(cp|install) .*(deploy\/ritmo|\/etc\/ritmo\.env)/, 'units'],
  [/^systemd-sysusers/, 'parsed'],
  [/^(sudo )?systemctl /, 'parsed'],
  [/^docker |^printf .* > deploy\/\.env$|^kubectl /, 'parsed'],
  [/^export (POSTGRES_HOST|PGBOUNCER_\w+)=|^envsubst < deploy\/ha\/pgbouncer/, 'pgbouncer'],
  // Of other machines. The drills `failover` and `sentinel` run the same files.
  [/^(export (PATRONI_NAME|ETCD_HOSTS|POSTGRES_(DATA|MEMBERS)|PRIMARY_ADDRESS|SENTINEL_ADDRESS)=|read -rs)/, 'parsed'],
  [/^envsubst < deploy\/ha\/(patroni|haproxy|sentinel)/, 'parsed'],
  [/^export RITMO_LISTEN=|^envsubst |^rm -f \/etc\/nginx/, 'nginx'],
  [/^npm run config\b/, 'settings'],
  [/^npm run mail\b/, 'parsed'],
  [/^npm run admin -- /, 'administration'],
  [/^PGOPTIONS=.* psql /, 'parsed'],
  [/^npm run backup( -- \S+)?$/, 'backup'],
  [/^(\w+=\S+ )?npm run restore -- /, 'restore'],
  [/^createdb ritmo$|^DATABASE_URL=\S+ npm run move$/, 'move'],
  [/^(\w+=\S+ )*npm run verify( -- \S+)?$/, 'verify'],
  [/^DATA_DIR=\/tmp\/rehearsal PORT=\d+ npm start$/, 'rehearsal'],
  [/^\w+=\S+$|^[\d*/]+( [\d*]+){4} /, 'parsed'],
]

export interface DocumentedCommand {
  file: string
  command: string
}

/** Reads the blocks of shell commands: those marked `sh`, and unmarked ones whose first word is a program. */
export function listCommands(): DocumentedCommand[] {
  return globSync(['*.md', 'docs/*.md'], { cwd: ROOT }).flatMap((file) => {
    const blocks = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```(\w*)\n(.*?)^```/gms)]
    return blocks
      .filter(
        ([, language, text = '']) => language === 'sh' || (language === '' && /^(\w+=\S+ )*(npm|createdb) /.test(text)),
      )
      .flatMap(([, , text = '']) => toCommands(text).map((command) => ({ file, command })))
  })
}

const toCommands = (text: string) =>
  text
    .replaceAll('\\\n', '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '')

export const triedBy = (command: string) => TRIED_BY.find(([pattern]) => pattern.test(command))?.[1]

/** Complains about each command that is neither executed nor known, or that the shell cannot parse. */
export function findCommandFaults(commands = listCommands()) {
  return commands.flatMap(({ file, command }) => {
    const by = triedBy(command)
    const { status, stderr } = spawnSync('bash', ['-n', '-c', command], { encoding: 'utf8' })
    return [
      ...(by === undefined ? [`${file}: no test or drill tries “${command}” (scripts/checks/commands.ts)`] : []),
      ...(status === 0 || /^[\d*/]+( [\d*]+){4} /.test(command)
        ? []
        : [`${file}: “${command}” is not shell: ${stderr}`]),
    ]
  })
}
