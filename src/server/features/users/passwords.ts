import { hash, verify } from '@node-rs/argon2'

/** argon2id by the library's default; 19 MiB and two passes, as OWASP advises. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, STRENGTH)

/** Takes as long for an address without an account as for one with: the time must not tell which. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string) {
  const isRight = await verify(passwordHash ?? (await NOBODY), password)
  return isRight && typeof passwordHash === 'string'
}

const NOBODY = hashPassword('nobody has this password')
