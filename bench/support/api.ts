import type { Result } from './http-load.ts'
import { median } from './account.ts'
import { startLoad } from './programs.ts'
import { idOf, USERS } from './site.ts'

const ROUNDS = 7
const ROUND_MS = 2_000
const CONNECTIONS = 16

/** A server and what to ask it. */
export interface Side {
  url: string
  requests: readonly string[]
}

/** Puts the same load on two servers in turns; the figure is the median of what each round has as its ratio. */
export async function compareRates(bare: Side, ours: Side) {
  const load = startLoad()
  const ask = async ({ url, requests }: Side) => {
    const port = Number(new URL(url).port)
    const result = await load.run({ port, connections: CONNECTIONS, milliseconds: ROUND_MS, requests })
    if (result.wrong > 0) throw new Error(`${result.wrong} of ${result.answers} answers were not 200 or 201`)
    return result
  }
  try {
    for (const side of [bare, ours]) await ask(side)
    const rounds: { bare: Result; ours: Result }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // Every other round the other way round, so that neither always comes first.
      if (round % 2 === 0) rounds.push({ bare: await ask(bare), ours: await ask(ours) })
      else {
        const first = await ask(ours)
        rounds.push({ ours: first, bare: await ask(bare) })
      }
    }
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    return {
      ratio: of(({ bare, ours }) => ours.perSecond / bare.perSecond),
      text: `${of(({ ours }) => ours.perSecond).toFixed(0)} to ${of(({ bare }) => bare.perSecond).toFixed(0)} requests/s, p99 ${of(({ ours }) => ours.p99).toFixed(1)} to ${of(({ bare }) => bare.p99).toFixed(1)} ms`,
    }
  } finally {
    await load.stop()
  }
}

const draftOf = (user: number) => ({
  project: idOf('project', user, 1),
  task: idOf('task', user, 1),
  startTime: '2026-06-01T08:00:00.000Z',
  endTime: '2026-06-01T09:30:00.000Z',
  notes: 'Drew the plan of the first floor',
  tags: [idOf('tag', user, 1), idOf('tag', user, 2)],
})

const users = Array.from({ length: USERS }, (_, user) => user)

const request = (line: string, headers: string, body = '') =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}${body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`

/** What everybody asks, of the product and of a bare server. */
export const reads = (tokens: readonly string[]) => ({
  ours: tokens.map((token) => request('GET /api/time-entries?limit=50', signedIn(token))),
  bare: users.map((user) => request(`GET /${idOf('user', user)}`, '')),
})

export const writes = (tokens: readonly string[]) => ({
  ours: tokens.map((token, user) => request('POST /api/time-entries', signedIn(token), JSON.stringify(draftOf(user)))),
  bare: users.map((user) => request(`POST /${idOf('user', user)}`, '', JSON.stringify(draftOf(user)))),
})

const signedIn = (token: string) => `authorization: Bearer ${token}\r\n`

/** Stops the measurement when the two do not answer the very same. */
export async function checkSameAnswer(bareUrl: string, oursUrl: string, tokens: readonly string[]) {
  const user = USERS >> 1
  const headers = { authorization: `Bearer ${tokens[user]}` }
  const [bare, ours] = await Promise.all([
    fetch(`${bareUrl}/${idOf('user', user)}`).then((reply) => reply.text()),
    fetch(`${oursUrl}/api/time-entries?limit=50`, { headers }).then((reply) => reply.text()),
  ])
  if (bare !== ours)
    throw new Error(`The baseline answers something else:\n${bare.slice(0, 500)}\n${ours.slice(0, 500)}`)
}
