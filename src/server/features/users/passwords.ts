import { isEasyToGuess } from '#core/password.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { openThread } from '#server/thread.ts'

/** argon2id by the library's default; 19 MiB and two passes, as OWASP advises. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const STRENGTH_MARK = '$argon2id$v=19$m=19456,t=2,p=1$'

/** What looks like a hash of today's strength and is none: no password has it. */
const NOBODY = `${STRENGTH_MARK}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** To make a hash of a password, or to look whether one is of it. */
type Question = { password: string; strength: typeof STRENGTH } | { password: string; hash: string }

/** Hashing is heavy on purpose. A thread does it, after everything else; the rest wait, up to a point. */
const LONGEST_QUEUE = 50
const thread = openThread<Question, string | boolean>(new URL('./password-thread.mjs', import.meta.url), {
  limits: { maxYoungGenerationSizeMb: 1 },
})
let asked = 0

async function ask(question: Question) {
  if (asked > LONGEST_QUEUE) throw new Refusal('unavailable', 'unavailable', undefined, 2)
  asked += 1
  try {
    return await thread.ask(question)
  } finally {
    asked -= 1
  }
}

export const hashPassword = async (password: string) => (await ask({ password, strength: STRENGTH })) as string

/** Takes as long for an address without an account as for one with: the time must not tell which. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string) {
  const isRight = await ask({ password, hash: passwordHash ?? NOBODY })
  return isRight === true && typeof passwordHash === 'string'
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
