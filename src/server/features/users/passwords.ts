import { hash, verify } from '@node-rs/argon2'
import { isEasyToGuess } from '#core/password.ts'
import { Refusal, refuseField } from '#server/errors.ts'

/** argon2id by the library's default; 19 MiB and two passes, as OWASP advises. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const STRENGTH_MARK = '$argon2id$v=19$m=19456,t=2,p=1$'

/** What looks like a hash of today's strength and is none: no password has it. */
const NOBODY = `${STRENGTH_MARK}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Hashing is heavy on purpose: side by side it would starve everything else, so the rest wait, up to a point. */
const AT_ONCE = 2
const LONGEST_QUEUE = 50
const waiting: (() => void)[] = []
let working = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= LONGEST_QUEUE) throw new Refusal('unavailable', 'unavailable', undefined, 2)
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Who waits takes over this place, so that nobody slips in between.
    if (next) next()
    else working -= 1
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, STRENGTH))

/** Takes as long for an address without an account as for one with: the time must not tell which. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string) {
  const isRight = await inTurn(() => verify(passwordHash ?? NOBODY, password))
  return isRight && typeof passwordHash === 'string'
}

/** Made with another strength than today's, so it is to be made again when its password is next known. */
export const isOutdated = (passwordHash: string | null) => passwordHash?.startsWith(STRENGTH_MARK) === false

let commonPasswords: Set<string> | undefined

/** A list of fifty thousand, read when the first password is chosen. */
async function readCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Refuses what anybody would try first. `ownWords`: the user's name and address. */
export async function refuseEasyPassword(password: string, ownWords: string[], field: string) {
  commonPasswords ??= await readCommonPasswords()
  if (isEasyToGuess(password, commonPasswords, ownWords)) throw refuseField(field, 'passwordCommon')
}
