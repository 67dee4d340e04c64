import {
  USER_QUOTAS,
  type LoggedAction,
  type ManagedUser,
  type UserQuotas,
} from '#contract/administration/administration.ts'
import { type Config, StartError } from '#server/config.ts'
import { connect, type Database, type Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByEmail, type UserRow } from '#server/features/users/queries.ts'
import { openExistingDatabase } from '#server/operations/site-database.ts'
import type { ArchiveWriter } from './account-archives.ts'
import * as accounts from './accounts.ts'
import { listActions } from './audit-log.ts'
import { deleteAccount } from './delete-account.ts'
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts'
import { endMaintenance, startMaintenance } from './maintenance.ts'
import { describeUser, listUsers } from './user-list.ts'

/** What a command has printed: sentences or rows for people, and data for programs. */
interface Output {
  lines: string[]
  data?: unknown
}

interface CommandInput {
  config: Config
  database: Database
  words: string[]
  /** The options, such as `--days=7`. */
  options: Record<string, string>
  /** Asks the operator, and resolves with false if the answer is no. */
  confirm: (question: string) => Promise<boolean>
  writeArchive: ArchiveWriter['writeArchive']
}

interface Command {
  usage: string
  words: [minimum: number, maximum: number]
  options?: string[]
  run: (input: CommandInput) => Promise<Output>
}

const PAGE_SIZE = 100
const ACTOR = 'command-line' as const

/** A command on the account with the address that is its first word. */
function onUser(
  name: string,
  work: (input: CommandInput & { user: UserRow; deed: Parameters<typeof accounts.disableUser>[1] }) => Promise<string>,
  more: { usage?: string; options?: string[]; words?: number } = {},
): Command {
  return {
    usage: `${name} EMAIL${more.usage ?? ''}`,
    words: [1, more.words ?? 1],
    options: more.options ?? [],
    async run(input) {
      const email = input.words[0] ?? ''
      const user = await findUserByEmail(input.database.db, email)
      if (user === undefined) throw new StartError(`No account has the address ${email}.`)
      const deed = { actor: ACTOR, userId: user.id, now: Date.now() }
      return { lines: [await work({ ...input, user, deed })] }
    },
  }
}

const COMMANDS: Record<string, Command> = {
  list: {
    usage: 'list [--json]',
    words: [0, 0],
    options: ['json'],
    run: ({ database }) => printUsers(database.db, ''),
  },
  search: {
    usage: 'search TEXT [--json]',
    words: [1, 1],
    options: ['json'],
    run: ({ database, words }) => printUsers(database.db, words[0] ?? ''),
  },
  disable: onUser('disable', async ({ database: { db }, user, deed }) => {
    const ended = await accounts.disableUser(db, deed)
    return `${user.email} is disabled and signed out on ${count(ended.length, 'device')}.`
  }),
  enable: onUser('enable', async ({ database: { db }, user, deed }) => {
    await accounts.enableUser(db, deed)
    return `${user.email} may sign in.`
  }),
  'sign-out': onUser('sign-out', async ({ database: { db }, user, deed }) => {
    const ended = await accounts.signOutUser(db, deed)
    return `${user.email} is signed out on ${count(ended.length, 'device')}.`
  }),
  'reset-password': onUser(
    'reset-password',
    async ({ database: { db }, config, user, deed, options }) => {
      if (!config.passwordSignIn) throw new StartError('PASSWORD_SIGN_IN is off: the link would open nothing.')
      if (options['link'] !== undefined)
        return `Valid for an hour, once: ${await accounts.makePasswordResetLink(db, deed, config.publicUrl)}`
      await accounts.sendPasswordReset(db, deed)
      return `The server mails ${user.email} a link to choose a new password.`
    },
    { usage: ' [--link]', options: ['link'] },
  ),
  'remove-two-factor': onUser('remove-two-factor', async ({ database: { db }, user, deed }) => {
    await accounts.resetTwoFactor(db, deed)
    return `${user.email} signs in with the password alone.`
  }),
  quotas: onUser(
    'quotas',
    async ({ database: { db }, user, deed, words }) => {
      const quotas = readQuotas((await describeUser(db, user, deed.now)).quotas, words.slice(1))
      await accounts.setQuotas(db, deed, quotas)
      return `${user.email}: ${USER_QUOTAS.map((name) => `${name}=${quotas[name] ?? 'default'}`).join(' ')}`
    },
    { usage: ` [NAME=NUMBER|NAME=default …] with a NAME of ${USER_QUOTAS.join(', ')}`, words: 1 + USER_QUOTAS.length },
  ),
  'make-administrator': onUser('make-administrator', async ({ database: { db }, user, deed }) => {
    await accounts.addAdministrator(db, deed)
    return `${user.email} is an administrator.`
  }),
  'remove-administrator': onUser('remove-administrator', async ({ database: { db }, user, deed }) => {
    await accounts.removeAdministrator(db, deed)
    return `${user.email} is not an administrator.`
  }),
  delete: onUser(
    'delete',
    async ({ database, config, user, options, confirm, writeArchive }) => {
      const question = `Delete the account ${user.email} and everything in it? Its archive is written first.`
      if (options['yes'] === undefined && !(await confirm(question))) return 'Nothing was deleted.'
      const archive = await deleteAccount(database.db, {
        actor: ACTOR,
        userId: user.id,
        now: Date.now,
        writer: { withSnapshot: database.withSnapshot, writeArchive },
        folder: config.deletedAccounts.folder,
        // The servers see it in the log.
        disconnect: () => {},
      })
      return `${user.email} is deleted. The archive is ${config.deletedAccounts.folder}/${archive}.`
    },
    { usage: ' [--yes]', options: ['yes'] },
  ),
  invite: {
    usage: 'invite [--days=7] [--uses=1] [--note=TEXT]',
    words: [0, 0],
    options: ['days', 'uses', 'note'],
    async run({ database, config, options }) {
      const draft = {
        days: readNumber(options, 'days', 7, 365),
        uses: readNumber(options, 'uses', 1, 1_000),
        note: options['note'] ?? '',
      }
      const at = { now: Date.now(), publicUrl: config.publicUrl }
      const { link } = await transact(database.db, (db) => createInvitation(db, ACTOR, draft, at))
      return { lines: [`For ${count(draft.uses, 'person', 'people')}, within ${count(draft.days, 'day')}: ${link}`] }
    },
  },
  invitations: {
    usage: 'invitations [--json]',
    words: [0, 0],
    options: ['json'],
    async run({ database }) {
      const data = await listInvitations(database.db)
      const lines = data.map(
        ({ id, uses, maxUses, expiresAt, note }) => `${id}  ${uses} of ${maxUses} used  until ${expiresAt}  ${note}`,
      )
      return { lines: lines.length > 0 ? lines : ['There are no invitations.'], data }
    },
  },
  'revoke-invitation': {
    usage: 'revoke-invitation ID',
    words: [1, 1],
    async run({ database, words }) {
      await transact(database.db, (db) => revokeInvitation(db, ACTOR, words[0] ?? '', Date.now()))
      return { lines: ['The link admits nobody any more.'] }
    },
  },
  maintenance: {
    usage: 'maintenance start [MESSAGE] | maintenance end',
    words: [1, 2],
    async run({ database: { db }, words: [what, message = ''] }) {
      if (what === 'end') {
        const hasEnded = await transact(db, (db) => endMaintenance(db, ACTOR, Date.now()))
        return { lines: [hasEnded ? 'Maintenance has ended.' : 'There is no maintenance.'] }
      }
      if (what !== 'start') throw new StartError(usageOf('maintenance'))
      await transact(db, (db) => startMaintenance(db, ACTOR, message, Date.now()))
      return { lines: ['Within a few seconds, every server refuses changes: end it with "maintenance end".'] }
    },
  },
  log: {
    usage: 'log [--json]',
    words: [0, 0],
    options: ['json'],
    async run({ database }) {
      const { actions: data } = await listActions(database.db, { limit: PAGE_SIZE })
      return { lines: data.length > 0 ? data.map(describeAction) : ['Nothing was done yet.'], data }
    },
  },
}

const HELP = ['npm run admin -- COMMAND', ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`)]

const usageOf = (name: string) => `Usage: npm run admin -- ${COMMANDS[name]!.usage}`

/** Runs a command on the site of the settings, whether its servers run or not. */
export async function runCommand(
  config: Config,
  [name = '', ...given]: string[],
  tools: Pick<CommandInput, 'confirm' | 'writeArchive'>,
): Promise<{ lines: string[] }> {
  if (name === 'help' || name === '--help') return { lines: HELP }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new StartError(`Name a command: ${Object.keys(COMMANDS).join(', ')}, help.`)
  const { words, options } = parse(given)
  const [minimum, maximum] = command.words
  const isKnown = Object.keys(options).every((option) => command.options?.includes(option))
  if (!isKnown || words.length < minimum || words.length > maximum) throw new StartError(usageOf(name))
  const database = await open(config)
  // The threads that read snapshots of SQLite do not keep the process alive.
  const alive = setInterval(() => {}, 1_000)
  try {
    const { lines, data } = await command.run({ config, database, words, options, ...tools })
    return { lines: options['json'] === undefined ? lines : [JSON.stringify(data, null, 2)] }
  } finally {
    clearInterval(alive)
    await database.close()
  }
}

function parse(given: string[]) {
  const isOption = (word: string) => word.startsWith('--')
  const options = given.filter(isOption).map((word) => {
    const [name = '', ...value] = word.slice(2).split('=')
    return [name, value.join('=')] as const
  })
  return { words: given.filter((word) => !isOption(word)), options: Object.fromEntries(options) }
}

async function open(config: Config) {
  const { migrations, close } = await openExistingDatabase(config)
  await close()
  if (!migrations.includes('0027-administration'))
    throw new StartError('The database is of an older version: start the server once, which brings it up to date.')
  return connect(config)
}

async function printUsers(db: Db, search: string): Promise<Output> {
  const users: ManagedUser[] = []
  for (let total = Infinity; users.length < total;) {
    const page = await listUsers(db, { search, limit: PAGE_SIZE, offset: users.length }, Date.now())
    users.push(...page.users)
    total = page.users.length === 0 ? users.length : page.count
  }
  if (users.length === 0) return { lines: ['No account was found.'], data: users }
  const width = Math.max(...users.map(({ email }) => email.length))
  return { lines: users.map((user) => describeLine(user, width)), data: users }
}

function describeLine(user: ManagedUser, width: number) {
  const marks = [
    user.isAdministrator && 'administrator',
    user.isDisabled && 'disabled',
    !user.isVerified && 'unverified',
  ]
  const seen = user.lastActiveAt?.slice(0, 10) ?? 'never'
  const numbers = `${count(user.entries, 'entry', 'entries')}, ${count(user.devices, 'device')}, last active ${seen}`
  return [user.email.padEnd(width), numbers, marks.filter(Boolean).join(', ')].filter(Boolean).join('  ')
}

const describeAction = ({ at, actor, action, subject, details }: LoggedAction) =>
  [
    at,
    actor ?? 'command line',
    action,
    subject ?? '',
    Object.entries(details).map(([name, value]) => `${name}=${value}`),
  ]
    .flat()
    .filter(Boolean)
    .join('  ')

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

function readNumber(options: Record<string, string>, name: string, initial: number, maximum: number) {
  const value = options[name] === undefined ? initial : Number(options[name])
  if (!Number.isInteger(value) || value < 1 || value > maximum)
    throw new StartError(`--${name} must be a number from 1 to ${maximum}.`)
  return value
}

function readQuotas(present: UserQuotas, changes: string[]): UserQuotas {
  const changed = changes.map((change) => {
    const [, name = '', value = ''] = /^([a-z-]+)=(\d{1,9}|default)$/.exec(change) ?? []
    if (!USER_QUOTAS.some((quota) => quota === name)) throw new StartError(usageOf('quotas'))
    return [name, value === 'default' ? null : Number(value)] as const
  })
  return { ...present, ...Object.fromEntries(changed) }
}
