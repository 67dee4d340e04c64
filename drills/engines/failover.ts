import { setTimeout as sleep } from 'node:timers/promises'
import type { PatroniMember } from '../../scripts/topology/patroni.ts'
import { type HaCluster, startHaCluster } from '../../scripts/topology/start-ha-cluster.ts'
import { createCallLog } from '../support/calls.ts'
import { atLeast, type Criterion, inTime, none, slowest } from '../support/criteria.ts'
import { waitUntil } from '../support/follower.ts'
import { startLoad } from '../support/load.ts'
import { watchForRestarts } from '../support/nodes.ts'
import { type Person, signUp } from '../support/people.ts'
import { measureWriteGap } from '../support/failover/write-gaps.ts'

/** Patroni replaces a primary that has vanished after `ttl` (20 s) and at most one `loop_wait` (5 s). */
const MAX_FAILOVER_MS = 35_000
const MAX_SWITCHOVER_MS = 15_000
const MAX_GAP_WITHOUT_ETCD_MS = 5_000
const ETCD_DOWN_MS = 40_000
const FREEZE_MS = 45_000
const FAULT_TIMEOUT_MS = 60_000

/** Replaces the primary of PostgreSQL in several ways while users work. */
export const drill = async ({ full }: { full: boolean }): Promise<Criterion[]> => {
  const cluster = await startHaCluster({ environment: { RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' } })
  try {
    return await replacePrimary(cluster, full ? 5 : 1)
  } finally {
    await cluster.stop()
  }
}

async function replacePrimary(cluster: HaCluster, rounds: number): Promise<Criterion[]> {
  const { url, nodes } = cluster
  const load = await startLoad(cluster)
  const [person] = (await signUp(url, 1, createCallLog())) as [Person]
  const findRestarted = await watchForRestarts(nodes)
  const gaps = FAULTS.map((): (number | undefined)[] => [])
  let replacements = 0
  for (let round = 0; round < rounds; round++)
    for (const [index, { replaces, inject }] of FAULTS.entries()) {
      await cluster.patroni.waitUntilReplicated()
      const before = await findPrimary(cluster)
      gaps[index]?.push(await measureWriteGap(url, person, () => inject(cluster, before)))
      if (replaces && (await findPrimary(cluster)) !== before) replacements += 1
      await before.start()
    }
  return [
    atLeast('another member became the primary', replacements, 3 * rounds),
    none('nodes that exited', await findRestarted()),
    ...FAULTS.map(({ what, bar }, index) => inTime(`without writes, ${what}`, slowest(gaps[index] ?? []), bar)),
    ...(await load.finish()),
  ]
}

interface Fault {
  what: string
  bar: number
  /** Whether another member has to become the primary. */
  replaces: boolean
  inject: (cluster: HaCluster, primary: PatroniMember) => Promise<void>
}

const FAULTS: Fault[] = [
  {
    what: 'when PostgreSQL alone was killed',
    bar: MAX_SWITCHOVER_MS,
    replaces: false,
    inject: async (_, primary) => primary.crashPostgres(),
  },
  {
    what: 'when an operator switched over',
    bar: MAX_SWITCHOVER_MS,
    replaces: true,
    inject: ({ patroni }) => patroni.switchOver(),
  },
  {
    what: 'when the primary and its Patroni were killed',
    bar: MAX_FAILOVER_MS,
    replaces: true,
    async inject(cluster, primary) {
      await primary.crash()
      await waitForOther(cluster, primary)
    },
  },
  {
    // The former primary goes on as if nothing had happened, until it notices that there is another.
    what: 'when they were frozen for 45 s',
    bar: MAX_FAILOVER_MS,
    replaces: true,
    async inject(cluster, primary) {
      const end = sleep(FREEZE_MS)
      primary.freeze()
      try {
        await waitForOther(cluster, primary)
        await end
      } finally {
        primary.unfreeze()
      }
    },
  },
  {
    what: 'when etcd was down for 40 s',
    bar: MAX_GAP_WITHOUT_ETCD_MS,
    replaces: false,
    async inject({ etcd }) {
      await Promise.all(etcd.map((member) => member.crash()))
      await sleep(ETCD_DOWN_MS)
      await Promise.all(etcd.map((member) => member.start()))
    },
  },
]

async function findPrimary({ patroni }: HaCluster) {
  let primary: PatroniMember | undefined
  await waitUntil(async () => (primary = await patroni.findPrimary()) !== undefined, FAULT_TIMEOUT_MS)
  if (primary === undefined) throw new Error('No member is the primary')
  return primary
}

const waitForOther = ({ patroni }: HaCluster, former: PatroniMember) =>
  waitUntil(async () => ![undefined, former].includes(await patroni.findPrimary()), FAULT_TIMEOUT_MS)
