import { type Account, NEW_ID } from './support/account.ts'
import { compareRates, toAuthorization, toHttpText } from './support/api.ts'
import { MONTH, startPeers, STEP_MS } from './support/peers.ts'

const BAR = 3
const CONNECTIONS = 4
const LISTED = 50
/** New entries come before all others, so that lists and reports stay the same. */
const NEW_ENTRY = { from: Date.parse('2015-01-01T08:00Z'), to: Date.parse('2015-01-01T09:00Z') }

/** The same work on the product and on another self-hosted time tracker, each with 100,000 entries of one user. */
export async function measure() {
  const { ours, tagger, account, stop } = await startPeers()
  try {
    if (tagger === undefined) {
      console.log('peers: skipped')
      return true
    }
    const ratios: number[] = []
    const theirs = createTheirRequests(tagger.token)
    for (const [what, request] of Object.entries(createOurRequests(account))) {
      const { ratio, text } = await compareRates(
        { url: tagger.url, requests: [theirs[what as keyof typeof theirs]] },
        { url: ours.url, requests: [request] },
        CONNECTIONS,
      )
      ratios.push(ratio)
      console.log(`peers ${what}: ${ratio.toFixed(2)} of TimeTagger (bar ${BAR}), ${text}`)
    }
    return ratios.every((ratio) => ratio >= BAR)
  } finally {
    await stop()
  }
}

function createOurRequests({ project, token }: Account) {
  const [startTime, endTime] = [NEW_ENTRY.from, NEW_ENTRY.to]
  const send = (line: string, body?: object) => toHttpText(line, toAuthorization(token), body && JSON.stringify(body))
  return {
    insert: send('POST /api/time-entries', { id: NEW_ID, project, startTime, endTime, notes: 'Some work' }),
    list: send(`GET /api/time-entries?limit=${LISTED}`),
    'month report': send('GET /api/reports/summary?from=2026-06-01&to=2026-06-30&zone=UTC&group=project'),
  }
}

/** Its reports are made in the browser, from all records of the month. */
function createTheirRequests(token: string) {
  const [t1, t2] = [NEW_ENTRY.from / 1_000, NEW_ENTRY.to / 1_000]
  const send = (line: string, body?: object) =>
    toHttpText(line.replace(' ', ' /timetagger/api/v2'), `authtoken: ${token}\r\n`, body && JSON.stringify(body))
  const read = (from: number, to: number) => send(`GET /records?timerange=${from / 1_000}-${to / 1_000}`)
  return {
    insert: send('PUT /records', [{ key: NEW_ID, t1, t2, mt: t1, ds: '#Atlas Some work' }]),
    list: read(MONTH.to - LISTED * STEP_MS, MONTH.to),
    'month report': read(MONTH.from, MONTH.to),
  }
}
