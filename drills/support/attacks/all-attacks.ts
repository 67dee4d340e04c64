import type { Attack } from './attack.ts'
import type { ExpensiveData } from './expensive-data.ts'
import { FILE_NAMES, importFileRepeatedly, trickleUpload } from './imports.ts'
import { askRepeatedly, QUESTION_NAMES } from './questions.ts'
import { attackSignIn, SIGN_IN_ATTACKS } from './sign-in.ts'
import { sendCommands, TIMER_ATTACKS } from './timer-commands.ts'

interface KnownAttack {
  name: string
  attack: Attack
  /** The attacker has stored these. */
  data?: ExpensiveData | undefined
  /** The number of accounts that attack at the same time. */
  accounts?: number
}

/** The attacks that once stopped the server. The others are variants of them. */
export const FOUND_ATTACKS = [
  'timer: starts at random times',
  'questions: whole list',
  'questions: first pages',
  'questions: totals',
  'questions: search reports',
  'questions: reports by the hour',
  'questions: long catalogue',
  'import: huge cell',
  'import: tiny entries',
  'import: a byte every five seconds',
  'sign-in: wrong passwords for one account',
  'sign-in: reset mails for one account',
]

/** The data that make a question most expensive. */
const DATA_OF_QUESTIONS: [RegExp, ExpensiveData][] = [
  [/catalogue/, 'long catalogue'],
  [/search|totals|report entries/, 'long notes'],
  [/by the|dashboard/, 'long entries'],
  [/./, 'equal starts'],
]

export const ATTACKS: readonly KnownAttack[] = [
  ...TIMER_ATTACKS.map((name) => ({ name: `timer: ${name}`, attack: sendCommands(name) })),
  ...QUESTION_NAMES.map((name) => ({
    name: `questions: ${name}`,
    attack: askRepeatedly(name),
    data: DATA_OF_QUESTIONS.find(([pattern]) => pattern.test(name))?.[1],
  })),
  ...FILE_NAMES.map((name) => ({ name: `import: ${name}`, attack: importFileRepeatedly(name) })),
  { name: 'import: a byte every five seconds', attack: trickleUpload, accounts: 3 },
  ...SIGN_IN_ATTACKS.map((name) => ({ name: `sign-in: ${name}`, attack: attackSignIn(name) })),
]
