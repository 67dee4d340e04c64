import { resolve } from 'node:path'
import { type Config, readConfig, StartError } from '../src/server/config.ts'
import { checkArchive } from '../src/server/operations/archive.ts'
import { backup } from '../src/server/operations/backup.ts'
import { recordBackup } from '../src/server/operations/backups/backup-schedule.ts'
import { withBackupFile } from '../src/server/operations/backups/fetch-backup.ts'
import { storeBackup } from '../src/server/operations/backups/store-backup.ts'
import type { Tallies } from '../src/server/operations/dump-database.ts'
import { move } from '../src/server/operations/move.ts'
import { restore } from '../src/server/operations/restore.ts'
import { openExistingDatabase, withDatabase } from '../src/server/operations/site-database.ts'
import { verify } from '../src/server/operations/verify.ts'

/** A command on a site's data. Its output is for the operator of the site. */
interface Operation {
  usage: string
  /** The arguments that it accepts, one per line. */
  arguments: RegExp
  run: (config: Config, words: string[]) => Promise<void>
}

const FILE = '(?!--)\\S.*'

const OPERATIONS: Record<string, Operation> = {
  backup: {
    usage: 'npm run backup -- FILE (without a FILE: as a scheduled one, in BACKUP_FOLDER)',
    arguments: new RegExp(`^(${FILE})?$`),
    async run(config, [file = '-']) {
      const { key } = config.backups
      const done = file === '-' ? await backUpAsScheduled(config) : await backup(config, resolve(file), key)
      printTallies(done.tallies)
      console.log(`${done.file}: ${(done.bytes / 1e6).toFixed(1)} MB, done in ${formatElapsed()}.`)
      const keys = done.hasSecrets ? ' and the keys of the site' : ''
      if (key === undefined) console.log(`Keep it where only you can read it: it holds all data${keys}.`)
      else console.log('It is encrypted: keep BACKUP_KEY elsewhere, because nobody can restore it without.')
    },
  },

  restore: {
    usage:
      'npm run restore -- FILE (or s3:NAME, or s3:latest; add --replace to overwrite existing data, and --plain for a ' +
      'backup that is not encrypted although BACKUP_KEY is set)',
    arguments: new RegExp(`^${FILE}(\\n--(replace|plain)){0,2}$`),
    async run(config, [word = '', ...options]) {
      const { backups } = config
      const done = await withBackupFile(word, backups, (file) =>
        restore(config, file, { replace: options.includes('--replace'), ...toDecryptOptions(config, options) }),
      )
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
    usage: 'npm run verify (or npm run verify -- FILE for a backup, also s3:NAME or s3:latest; --plain as for restore)',
    arguments: new RegExp(`^(${FILE}(\\n--plain)?)?$`),
    async run(config, [word = '', ...options]) {
      if (word !== '') return await verifyBackup(config, word, options)
      const findings = await verify(config)
      for (const { what, checked, wrong, examples } of findings) {
        console.log(`${wrong === 0 ? 'ok   ' : 'WRONG'} ${what}: ${checked} checked, ${wrong} wrong`)
        for (const example of examples) console.log(`      ${example}`)
      }
      const failed = findings.filter(({ wrong }) => wrong > 0).length
      for (const { remedy } of findings) if (remedy !== undefined) console.log(remedy)
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

async function backUpAsScheduled(config: Config) {
  const { content, ...done } = await storeBackup(config, config.backups)
  await withDatabase(openExistingDatabase(config), async ({ db, migrations }) => {
    if (migrations.includes('0010-backups')) await recordBackup(db, done)
  })
  if (done.copy !== undefined) console.log(`${done.copy} is a copy of it.`)
  return { ...done, tallies: content?.tallies ?? {}, hasSecrets: content?.hasSecrets ?? false }
}

function toDecryptOptions({ backups: { key } }: Config, options: string[]) {
  return { key, isPlainAllowed: options.includes('--plain') }
}

async function verifyBackup(config: Config, word: string, options: string[]) {
  const decryption = toDecryptOptions(config, options)
  const { header, tallies } = await withBackupFile(word, config.backups, (file) => checkArchive(file, decryption))
  printTallies(tallies)
  console.log(`It is sound, of ${header.createdAt}, made by version ${header.version}, done in ${formatElapsed()}.`)
}

function printTallies(tallies: Tallies) {
  for (const [table, { rows, sha256 }] of Object.entries(tallies))
    console.log(`${table.padEnd(24)} ${String(rows).padStart(10)} rows  sha256 ${sha256.slice(0, 16)}`)
}

function formatElapsed() {
  return `${(performance.now() / 1_000).toFixed(1)} s`
}
