import { resolve } from 'node:path'
import { readConfig, StartError } from '../src/server/config.ts'
import { backup } from '../src/server/operations/backup.ts'
import type { Tallies } from '../src/server/operations/load-database.ts'
import { move } from '../src/server/operations/move.ts'
import { restore } from '../src/server/operations/restore.ts'
import type { Site } from '../src/server/operations/site-database.ts'
import { verify } from '../src/server/operations/verify.ts'

/** A command on a site's data. Its output is for the operator of the site. */
interface Operation {
  usage: string
  /** The arguments that it accepts, one per line. */
  arguments: RegExp
  run: (site: Site, words: string[]) => Promise<void>
}

const FILE = '(?!--)\\S.*'

const OPERATIONS: Record<string, Operation> = {
  backup: {
    usage: 'npm run backup -- FILE (without a FILE: a dated one in DATA_DIR/backups)',
    arguments: new RegExp(`^(${FILE})?$`),
    async run(site, [file = '-']) {
      const done = await backup(site, file === '-' ? undefined : resolve(file))
      printTallies(done.tallies)
      console.log(`${done.file}: ${(done.bytes / 1e6).toFixed(1)} MB, done in ${formatElapsed()}.`)
      const keys = done.hasSecrets ? ' and the keys of the site' : ''
      console.log(`Keep it where only you can read it: it holds all data${keys}.`)
    },
  },

  restore: {
    usage: 'npm run restore -- FILE (add --replace to overwrite existing data)',
    arguments: new RegExp(`^${FILE}(\\n--replace)?$`),
    async run(site, [file = '', option]) {
      const done = await restore(site, resolve(file), { replace: option !== undefined })
      printTallies(done.tallies)
      console.log(`${done.location} is as it was at ${done.createdAt}, done in ${formatElapsed()}.`)
      if (!done.hasSecrets) console.log('The backup holds no keys: set JWT_SECRET and the VAPID keys as before.')
    },
  },

  move: {
    usage: 'DATABASE_URL=postgres://… npm run move',
    arguments: /^$/,
    async run(site) {
      const { from, to, tallies } = await move(site)
      printTallies(tallies)
      console.log(`${from} and ${to} hold the same, row by row, done in ${formatElapsed()}.`)
      console.log('From now on start Ritmo with this DATABASE_URL. The SQLite file is unchanged.')
    },
  },

  verify: {
    usage: 'npm run verify',
    arguments: /^$/,
    async run(site) {
      const findings = await verify(site)
      for (const { what, checked, wrong, examples } of findings) {
        console.log(`${wrong === 0 ? 'ok   ' : 'WRONG'} ${what}: ${checked} checked, ${wrong} wrong`)
        for (const example of examples) console.log(`      ${example}`)
      }
      const failed = findings.filter(({ wrong }) => wrong > 0).length
      console.log(`${findings.length} checks, ${failed || 'none'} failed, done in ${formatElapsed()}.`)
      if (failed > 0) process.exitCode = 1
    },
  },
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const operation = OPERATIONS[name]
  if (operation === undefined) throw new StartError(`Name an operation: ${Object.keys(OPERATIONS).join(', ')}.`)
  if (!operation.arguments.test(words.join('\n'))) throw new StartError(`Usage: ${operation.usage}`)
  await operation.run(readConfig(process.env), words)
} catch (error) {
  // An error that the operator can fix is one sentence. Any other error is a bug, so its stack is printed.
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function printTallies(tallies: Tallies) {
  for (const [table, { rows, sha256 }] of Object.entries(tallies))
    console.log(`${table.padEnd(20)} ${String(rows).padStart(10)} rows  sha256 ${sha256.slice(0, 16)}`)
}

function formatElapsed() {
  return `${(performance.now() / 1_000).toFixed(1)} s`
}
