import { callUntilAcknowledged, createCallLog } from './support/calls.ts'
import { atLeast, inTime, none, p99 } from './support/criteria.ts'
import { listWorkers, withSite } from './support/site.ts'
import { formatAnswers, MAX_TRAFFIC_P99_MS, TRAFFIC, warmUp } from './support/traffic.ts'

const ACCOUNTS = 20
const MIN_PER_SECOND = 8
const MAX_SIGN_IN_MS = 1_500
const FLOOD_PER_SECOND = 100
const WARM_UP_MS = 5_000

/** Users sign in; then a flood of wrong passwords beside normal traffic. */
export const drill = ({ full }: { full: boolean }) =>
  withSite('postgres', async (site) => {
    const seconds = full ? 60 : 10
    const milliseconds = seconds * 1_000
    const accounts = await register(site.url)
    const logins = await site.runLoad({ perSecond: MIN_PER_SECOND * 1.2, milliseconds, from: { accounts } })
    const guesses = accounts.map(({ email }) => ({ email, password: 'Another river 43' }))
    const from = { workers: listWorkers(site, TRAFFIC.people) }
    await warmUp(site)
    const [flood, others] = await Promise.all([
      site.runLoad({ perSecond: FLOOD_PER_SECOND, leadMs: WARM_UP_MS, milliseconds, from: { accounts: guesses } }),
      site.runLoad({ ...TRAFFIC, leadMs: WARM_UP_MS, milliseconds, from }),
    ])
    return [
      none(`logins that failed (${formatAnswers(logins)})`, logins.wrongAnswers),
      atLeast('users signed in per second', Math.round(logins.times.length / seconds), MIN_PER_SECOND),
      inTime('sign-in, p99', p99(logins.times), MAX_SIGN_IN_MS),
      none(
        `replies other than 401 and 503 to ${FLOOD_PER_SECOND} wrong passwords a second (${formatAnswers(flood)})`,
        Object.keys(flood.answers).filter((status) => status !== '401' && status !== '503'),
      ),
      none(`meanwhile, replies to others other than success or 503 (${formatAnswers(others)})`, others.wrongAnswers),
      inTime('meanwhile, others, p99', p99(others.times), 2 * MAX_TRAFFIC_P99_MS),
    ]
  })

async function register(url: string) {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    email: `login${index}@example.org`,
    password: 'Quiet river 42',
  }))
  for (const account of accounts)
    await callUntilAcknowledged(
      url,
      { path: '/users/register', body: { name: 'Somebody', ...account } },
      createCallLog(),
    )
  return accounts
}
