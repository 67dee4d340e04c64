import { median, NEW_ID } from './account.ts'
import type { HttpLoadResult } from './http-load.ts'
import { startLoad } from './processes.ts'
import { idOf, USERS } from './site.ts'

const ROUNDS = 7
const ROUND_MS = 2_000
const CONNECTIONS = 16

/** A server and the requests to send to it. */
export interface LoadTarget {
  url: string
  requests: readonly string[]
}

/** Runs the same load on two servers in turns. The ratio is the median of the ratios of all rounds. */
export async function compareRates(bare: LoadTarget, ours: LoadTarget, connections = CONNECTIONS) {
  const load = startLoad()
  const runRound = async ({ url, requests }: LoadTarget) => {
    const port = Number(new URL(url).port)
    const result = await load.run({ port, connections, milliseconds: ROUND_MS, requests })
    if (result.wrong > 0) throw new Error(`${result.wrong} of ${result.answers} answers were not 200 or 201`)
    return result
  }
  try {
    for (const target of [bare, ours]) await runRound(target)
    const rounds: { bare: HttpLoadResult; ours: HttpLoadResult }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, so that neither always comes first.
      if (round % 2 === 0) rounds.push({ bare: await runRound(bare), ours: await runRound(ours) })
      else {
        const first = await runRound(ours)
        rounds.push({ ours: first, bare: await runRound(bare) })
      }
    }
    const medianOf = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    return {
      ratio: medianOf(({ bare, ours }) => ours.perSecond / bare.perSecond),
      text: `${medianOf(({ ours }) => ours.perSecond).toFixed(0)} to ${medianOf(({ bare }) => bare.perSecond).toFixed(0)} requests/s, p99 ${medianOf(({ ours }) => ours.p99).toFixed(1)} to ${medianOf(({ bare }) => bare.p99).toFixed(1)} ms`,
    }
  } finally {
    await load.stop()
  }
}

/** An entry with an id, as the web app sends it: without one, an equal entry would be found instead of written. */
const toEntryDraft = (user: number) => ({
  id: NEW_ID,
  project: idOf('project', user, 1),
  task: idOf('task', user, 1),
  startTime: '2026-06-01T08:00:00.000Z',
  endTime: '2026-06-01T09:30:00.000Z',
  notes: 'Drew the plan of the first floor',
  tags: [idOf('tag', user, 1), idOf('tag', user, 2)],
})

const users = Array.from({ length: USERS }, (_, user) => user)

export const toHttpText = (line: string, headers: string, body = '') =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}${body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`

/** One request of each user, for the product and for the bare server. */
export const createReads = (tokens: readonly string[]) => ({
  ours: tokens.map((token) => toHttpText('GET /api/time-entries?limit=50', toAuthorization(token))),
  bare: users.map((user) => toHttpText(`GET /${idOf('user', user)}`, '')),
})

export const createWrites = (tokens: readonly string[]) => ({
  ours: tokens.map((token, user) =>
    toHttpText('POST /api/time-entries', toAuthorization(token), JSON.stringify(toEntryDraft(user))),
  ),
  bare: users.map((user) => toHttpText(`POST /${idOf('user', user)}`, '', JSON.stringify(toEntryDraft(user)))),
})

export const toAuthorization = (token: string) => `authorization: Bearer ${token}\r\n`

/** Throws unless both servers send the same reply. */
export async function checkSameReply(bareUrl: string, oursUrl: string, tokens: readonly string[]) {
  const user = USERS >> 1
  const headers = { authorization: `Bearer ${tokens[user]}` }
  const [bare, ours] = await Promise.all([
    fetch(`${bareUrl}/${idOf('user', user)}`).then((reply) => reply.text()),
    fetch(`${oursUrl}/api/time-entries?limit=50`, { headers }).then((reply) => reply.text()),
  ])
  if (bare !== ours)
    throw new Error(`The replies of the bare server and ours differ:\n${bare.slice(0, 500)}\n${ours.slice(0, 500)}`)
}
