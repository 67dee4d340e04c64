import { resolve } from 'node:path'
import { readConfig, StartError } from '../src/server/config.ts'
import { backup } from '../src/server/operations/backup.ts'
import type { Tallies } from '../src/server/operations/load-database.ts'
import { move } from '../src/server/operations/move.ts'
import type { Site } from '../src/server/operations/site-database.ts'
import { restore } from '../src/server/operations/restore.ts'
import { verify } from '../src/server/operations/verify.ts'

/** A command on a site's data. What it prints is for whoever runs the site. */
interface Operation {
  usage: string
  /** What may follow its name. */
  words: RegExp
  run: (site: Site, words: string[]) => Promise<void>
}

const FILE = '(?!--)\\S.*'

const OPERATIONS: Record<string, Operation> = {
  backup: {
    usage: 'npm run backup -- FILE (without a FILE: a dated one in DATA_DIR/backups)',
    words: new RegExp(`^(${FILE})?$`),
    async run(site, [file = '-']) {
      const done = await backup(site, file === '-' ? undefined : resolve(file))
      tell(done.tallies)
      console.log(`${done.file}: ${(done.bytes / 1e6).toFixed(1)} MB, done in ${seconds()}.`)
      const keys = done.hasSecrets ? ' and the keys of the site' : ''
      console.log(`Keep it where only you can read it: it holds all data${keys}.`)
    },
  },

  restore: {
    usage: 'npm run restore -- FILE (with --replace after it, what is there goes)',
    words: new RegExp(`^${FILE}(\\n--replace)?$`),
    async run(site, [file = '', option]) {
      const done = await restore(site, resolve(file), { replace: option !== undefined })
      tell(done.tallies)
      console.log(`${done.location} is as it was at ${done.createdAt}, done in ${seconds()}.`)
      if (!done.hasSecrets) console.log('The backup holds no keys: set JWT_SECRET and the VAPID keys as they were.')
    },
  },

  move: {
    usage: 'DATABASE_URL=postgres://… npm run move',
    words: /^$/,
    async run(site) {
      const { from, to, tallies } = await move(site)
      tell(tallies)
      console.log(`${from} and ${to} hold the same, row by row, done in ${seconds()}.`)
      console.log('From now on start Ritmo with this DATABASE_URL. The file is as it was.')
    },
  },

  verify: {
    usage: 'npm run verify',
    words: /^$/,
    async run(site) {
      const findings = await verify(site)
      for (const { what, looked, wrong, examples } of findings) {
        console.log(`${wrong === 0 ? 'ok   ' : 'WRONG'} ${what}: ${looked} looked at, ${wrong} wrong`)
        for (const example of examples) console.log(`      ${example}`)
      }
      const failed = findings.filter(({ wrong }) => wrong > 0).length
      console.log(`${findings.length} checks, ${failed || 'none'} failed, done in ${seconds()}.`)
      if (failed > 0) process.exitCode = 1
    },
  },
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const operation = OPERATIONS[name]
  if (operation === undefined) throw new StartError(`Say what to do: ${Object.keys(OPERATIONS).join(', ')}.`)
  if (!operation.words.test(words.join('\n'))) throw new StartError(`Use it like this: ${operation.usage}`)
  await operation.run(readConfig(process.env), words)
} catch (error) {
  // What an operator can mend is one sentence; anything else is ours to mend and needs its stack.
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function tell(tallies: Tallies) {
  for (const [table, { rows, sha256 }] of Object.entries(tallies))
    console.log(`${table.padEnd(20)} ${String(rows).padStart(10)} rows  sha256 ${sha256.slice(0, 16)}`)
}

function seconds() {
  return `${(performance.now() / 1_000).toFixed(1)} s`
}
