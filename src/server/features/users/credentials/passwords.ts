import { isEasyToGuess } from '#core/password.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { openWorkerThread } from '#server/worker-thread.ts'

/** argon2id by the library's default; 19 MiB and two passes, as OWASP advises. */
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT_HASH_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

/** What looks like a hash of today's strength and is none: no password has it. */
const DUMMY_HASH = `${CURRENT_HASH_PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** To make a hash of a password, or to look whether one is of it. */
type HashRequest = { password: string; strength: typeof ARGON2_PARAMETERS } | { password: string; hash: string }

/** Hashing is heavy on purpose. A thread does it, after everything else; the rest wait, up to a point. */
const MAX_QUEUE_LENGTH = 50
const thread = openWorkerThread<HashRequest, string | boolean>(new URL('./password-thread.mjs', import.meta.url), {
  limits: { maxYoungGenerationSizeMb: 1 },
})
let queueLength = 0

async function runInThread(question: HashRequest) {
  if (queueLength > MAX_QUEUE_LENGTH) throw new Refusal('unavailable', 'unavailable', undefined, 2)
  queueLength += 1
  try {
    return await thread.call(question)
  } finally {
    queueLength -= 1
  }
}

export const hashPassword = async (password: string) =>
  (await runInThread({ password, strength: ARGON2_PARAMETERS })) as string

/** Takes as long for an address without an account as for one with: the time must not tell which. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string) {
  const isRight = await runInThread({ password, hash: passwordHash ?? DUMMY_HASH })
  return isRight === true && typeof passwordHash === 'string'
}

/** Made with another strength than today's, so it is to be made again when its password is next known. */
export const needsRehash = (passwordHash: string | null) => passwordHash?.startsWith(CURRENT_HASH_PREFIX) === false

let commonPasswords: Set<string> | undefined

/** A list of fifty thousand, read when the first password is chosen. */
async function readCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Refuses what anybody would try first. `ownWords`: the user's name and address. */
export async function rejectWeakPassword(password: string, ownWords: string[], field: string) {
  commonPasswords ??= await readCommonPasswords()
  if (isEasyToGuess(password, commonPasswords, ownWords)) throw refuseField(field, 'passwordCommon')
}
