import { compareRates, toAuthorization, toHttpText } from './support/api.ts'
import { MONTH, startPeers } from './support/peers.ts'
import { startBaseline } from './support/processes.ts'

const TAGGER_BAR = 2
const BARE_BAR = 0.5
const CONNECTIONS = 4

/** What TimeTagger tells of an entry too. */
const FIELDS = 'id,startTime,endTime,tags,notes,updatedAt'

/**
 * The 2,000 entries of a month: whole, compared with bare SQL statements on the same file; and with another time
 * tracker, whole and with the fields that it has.
 */
export async function measure() {
  const { ours, tagger, account, file, stop } = await startPeers()
  const bare = await startBaseline('bare-range.ts', [file, String(MONTH.from), String(MONTH.to)])
  try {
    const bareTarget = { url: bare.url, requests: [toHttpText(`GET /${account.id}`, '')] }
    const toTarget = (path: string) => ({
      url: ours.url,
      requests: [toHttpText(`GET ${path}`, toAuthorization(account.token))],
    })
    const [whole, sameFields] = [toTarget(PATH), toTarget(`${PATH}&fields=${FIELDS}`)]
    await checkSameReply(bareTarget.url, ours.url, account)
    const results = [
      { name: 'the bare server', bar: BARE_BAR, ...(await compareRates(bareTarget, whole, CONNECTIONS)) },
    ]
    if (tagger !== undefined) {
      const range = `${MONTH.from / 1_000}-${MONTH.to / 1_000}`
      const request = toHttpText(`GET /timetagger/api/v2/records?timerange=${range}`, `authtoken: ${tagger.token}\r\n`)
      const target = { url: tagger.url, requests: [request] }
      const { text, ratio } = await compareRates(target, whole, CONNECTIONS)
      console.log(`range whole: ${ratio.toFixed(2)} of TimeTagger, which has fewer fields, ${text}`)
      results.push({ name: 'TimeTagger', bar: TAGGER_BAR, ...(await compareRates(target, sameFields, CONNECTIONS)) })
    }
    for (const { name, bar, ratio, text } of results)
      console.log(`range: ${ratio.toFixed(2)} of ${name} (bar ${bar}), ${text}`)
    return results.every(({ ratio, bar }) => ratio >= bar)
  } finally {
    await bare.stop()
    await stop()
  }
}

const toIso = (time: number) => new Date(time).toISOString()
const PATH = `/api/time-entries?startDate=${toIso(MONTH.from)}&endDate=${toIso(MONTH.to)}`

async function checkSameReply(bareUrl: string, oursUrl: string, { id, token }: { id: string; token: string }) {
  const [bare, ours] = await Promise.all([
    fetch(`${bareUrl}/${id}`).then((reply) => reply.text()),
    fetch(`${oursUrl}${PATH}`, { headers: { authorization: `Bearer ${token}` } }).then((reply) => reply.text()),
  ])
  if (bare !== ours) throw new Error('The replies of the bare server and ours differ')
  console.log(`range: ${(ours.length / 1_000).toFixed(0)} kB`)
}
