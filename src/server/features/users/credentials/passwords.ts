import { setTimeout as sleep } from 'node:timers/promises'
import type * as LanguageCommon from '@zxcvbn-ts/language-common'
import { isEasyToGuess } from '#core/accounts/password.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { loadPackage } from '#server/loading/load-package.ts'
import { openWorkerThread } from '#server/worker-thread.ts'

/** argon2id by the library's default; 19 MiB and two passes, as OWASP advises. */
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT_HASH_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

/** A well-formed hash that no password matches. */
const DUMMY_HASH = `${CURRENT_HASH_PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** A password to hash, or to verify against a hash. */
type HashRequest = { password: string; strength: typeof ARGON2_PARAMETERS } | { password: string; hash: string }

/** Hashing is slow on purpose: a low-priority worker thread does it, and its queue is limited. */
const MAX_QUEUE_LENGTH = 50
const thread = openWorkerThread<HashRequest, string | boolean>(new URL('./password-thread.mjs', import.meta.url), {
  limits: { maxYoungGenerationSizeMb: 1 },
})
let queueLength = 0
/** Settles when the thread has done everything that it was asked for until now. */
let queue: Promise<unknown> = Promise.resolve()
let idleSince = 0
let lastDurationMs = 0

async function runInThread(request: HashRequest) {
  if (queueLength > MAX_QUEUE_LENGTH) throw new Refusal('unavailable', 'unavailable', undefined, 2)
  queueLength += 1
  const requestedAt = performance.now()
  const result = thread.call(request)
  queue = result.catch(() => undefined)
  try {
    return await result
  } finally {
    queueLength -= 1
    const doneAt = performance.now()
    lastDurationMs = doneAt - Math.max(requestedAt, idleSince)
    idleSince = doneAt
  }
}

export const hashPassword = async (password: string) =>
  (await runInThread({ password, strength: ARGON2_PARAMETERS })) as string

/** Without a hash, verifies a dummy: a faster reply would reveal that the address has no account. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string) {
  const isRight = await runInThread({ password, hash: passwordHash ?? DUMMY_HASH })
  return isRight === true && typeof passwordHash === 'string'
}

/** Takes as long as `verifyPassword` would, without its work. No password is right. */
export async function waitLikeVerification() {
  await queue
  await sleep(lastDurationMs)
  return false
}

/** Whether the hash has other parameters than today's. It is replaced when the user next types the password. */
export const needsRehash = (passwordHash: string | null) => passwordHash?.startsWith(CURRENT_HASH_PREFIX) === false

let commonPasswords: Set<string> | undefined

/** Reads fifty thousand passwords, so it is called only when the first password is chosen. */
function readCommonPasswords() {
  const { dictionary } = loadPackage('@zxcvbn-ts/language-common') as typeof LanguageCommon
  return new Set(dictionary['passwords-common'].map(String))
}

/** Throws if the password is common or easy to guess. `ownWords` are the user's name and address. */
export function rejectWeakPassword(password: string, ownWords: string[], field: string) {
  commonPasswords ??= readCommonPasswords()
  if (isEasyToGuess(password, commonPasswords, ownWords)) throw refuseField(field, 'passwordCommon')
}
