import { insist, openCallLog } from './support/calls.ts'
import { atLeast, inTime, none, p99 } from './support/criteria.ts'
import { onSite, workersOf } from './support/site.ts'
import { tellAnswers, TRAFFIC, TRAFFIC_P99_MS, warmUp } from './support/traffic.ts'

const ACCOUNTS = 20
const LEAST_PER_SECOND = 8
const SIGNED_IN_MS = 1_500
const FLOOD_PER_SECOND = 100
const LEAD_MS = 5_000

/** People who sign in, and then a flood of wrong passwords beside people at work. */
export const drill = ({ full }: { full: boolean }) =>
  onSite('postgres', async (site) => {
    const seconds = full ? 60 : 10
    const milliseconds = seconds * 1_000
    const accounts = await register(site.url)
    const logins = await site.offer({ perSecond: LEAST_PER_SECOND * 1.2, milliseconds, from: { accounts } })
    const guesses = accounts.map(({ email }) => ({ email, password: 'Another river 43' }))
    const from = { workers: workersOf(site, TRAFFIC.people) }
    await warmUp(site)
    const [flood, others] = await Promise.all([
      site.offer({ perSecond: FLOOD_PER_SECOND, leadMs: LEAD_MS, milliseconds, from: { accounts: guesses } }),
      site.offer({ ...TRAFFIC, leadMs: LEAD_MS, milliseconds, from }),
    ])
    return [
      none(`logins that failed (${tellAnswers(logins)})`, logins.mistakes),
      atLeast('people signed in each second', Math.round(logins.times.length / seconds), LEAST_PER_SECOND),
      inTime('signed in, p99', p99(logins.times), SIGNED_IN_MS),
      none(
        `of ${FLOOD_PER_SECOND} wrong passwords a second, answers but 401 and 503 (${tellAnswers(flood)})`,
        Object.keys(flood.answers).filter((status) => status !== '401' && status !== '503'),
      ),
      none(`meanwhile, answers to others but success or 503 (${tellAnswers(others)})`, others.mistakes),
      inTime('meanwhile, others, p99', p99(others.times), 2 * TRAFFIC_P99_MS),
    ]
  })

async function register(url: string) {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    email: `login${index}@example.org`,
    password: 'Quiet river 42',
  }))
  for (const account of accounts)
    await insist(url, { path: '/users/register', body: { name: 'Somebody', ...account } }, openCallLog())
  return accounts
}
