import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, CountsByStatus } from './attack.ts'

const WRONG_PASSWORD = 'Wrong horse 1'
const PAUSE_MS = 20

interface SignInAttack {
  /** Requests at the same time. */
  parallel: number
  path: string
  /** The body of each request, by its number. */
  body: (index: number, ownEmail: string) => object
}

/** Attacks on the sign-in of everybody else on the network. None needs more than an account of one's own. */
const ATTACKS = {
  'wrong passwords for one account': {
    parallel: 10,
    path: '/users/login',
    body: () => ({ email: 'victim@example.org', password: WRONG_PASSWORD }),
  },
  'wrong passwords for four accounts': {
    parallel: 10,
    path: '/users/login',
    body: (index) => ({ email: `victim-${index % 4}@example.org`, password: WRONG_PASSWORD }),
  },
  'wrong passwords for made-up accounts': {
    parallel: 40,
    path: '/users/login',
    body: (index) => ({ email: `nobody-${index}@example.org`, password: WRONG_PASSWORD }),
  },
  'wrong passwords for the own account': {
    parallel: 40,
    path: '/users/login',
    body: (_index, email) => ({ email, password: WRONG_PASSWORD }),
  },
  'reset mails for one account': {
    parallel: 10,
    path: '/users/forgot-password',
    body: () => ({ email: 'victim@example.org' }),
  },
  'reset mails for made-up accounts': {
    parallel: 10,
    path: '/users/forgot-password',
    body: (index) => ({ email: `nobody-${index}@example.org` }),
  },
  'made-up reset links': {
    parallel: 10,
    path: '/users/reset-password',
    body: (index) => ({ token: `made-up-${index}`, password: 'Another river 2' }),
  },
  'made-up links to an earlier address': {
    parallel: 10,
    path: '/users/restore-email',
    body: (index) => ({ token: `made-up-${index}`, password: 'Another river 2' }),
  },
} satisfies Record<string, SignInAttack>

export type SignInAttackName = keyof typeof ATTACKS
export const SIGN_IN_ATTACKS = Object.keys(ATTACKS) as SignInAttackName[]

/** Sends the requests of an attack until the signal. */
export const attackSignIn =
  (name: SignInAttackName): Attack =>
  async ({ url, token }, signal) => {
    const { parallel, path, body }: SignInAttack = ATTACKS[name]
    const ownEmail = await readEmail(url, token)
    const counts: CountsByStatus = {}
    let sent = 0
    await Promise.all(Array.from({ length: parallel }, () => attackOneByOne()))
    return counts

    async function attackOneByOne() {
      while (!signal.aborted) {
        const status = await post(`${url}/api${path}`, body(sent++, ownEmail), signal)
        if (signal.aborted) return
        counts[status] = (counts[status] ?? 0) + 1
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

async function post(address: string, body: object, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  try {
    const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal })
    await reply.body?.cancel()
    return reply.status
  } catch {
    return 0
  }
}

async function readEmail(url: string, token: string) {
  const reply = await fetch(`${url}/api/users/profile`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await reply.json()) as { data: { email: string } }
  return data.email
}
