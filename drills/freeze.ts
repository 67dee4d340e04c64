import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology.ts'
import { entryIdOf } from '#core/timer/merge.ts'
import { openCallLog } from './support/calls.ts'
import { atLeast, type Criterion, inTime, longest, none } from './support/criteria.ts'
import { lockUser, query, readRevisions } from './support/database.ts'
import { onCluster } from './support/drill.ts'
import { follow, type Follower, until, untilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { type Person, signUp } from './support/people.ts'
import { deviceOf } from './support/work.ts'

const FROZEN_MS = 30_000
const WORK_MS = 60_000
/** How long after the freeze the phases end. */
const LEFT_MS = 8_000
const SETTLED_MS = 5_000
const CAUGHT_UP_MS = 5_000
/** How long one person's row is locked, as by a server that stands still in the middle of a transaction. */
const LOCKED_MS = 20_000

/** Stops a server without ending it, and lets it go on: phases of timers that end meanwhile are the other's to settle. */
export const drill = ({ full }: { full: boolean }) =>
  onCluster(async (cluster) => {
    const load = await startLoad(cluster)
    const criteria: Criterion[] = []
    for (let round = 0; round < (full ? 5 : 1); round++) criteria.push(...(await freezeOnce(cluster, round)))
    return [...criteria, ...(await load.judge({ isPatient: true }))]
  })

async function freezeOnce(cluster: Cluster, round: number) {
  const { nodes, postgres, url } = cluster
  const [frozen, other] = [nodes[round % 2]!, nodes[(round + 1) % 2]!]
  const people = await signUp(url, 24, openCallLog())
  // A quarter has devices on the one, a quarter on the other, a quarter on both, and a quarter none.
  const places = [[frozen], [other], [frozen, other], []]
  const followers = people.flatMap((person, index) => places[index % 4]!.map((node) => follow(node.url, person)))
  await untilFollowing(followers)
  const dueAt = Date.now() + LEFT_MS
  const started = people.map((person, index) => startPhase(cluster, person, { dueAt, index }))
  const phases = new Map(await Promise.all(started))

  frozen.freeze()
  const locked = people[0]!.id
  const release = await lockUser(postgres.url, locked)
  await sleep(LOCKED_MS)
  const [releasedAt] = [Date.now(), await release()]
  await sleep(FROZEN_MS - LOCKED_MS)
  const [settled, revisions] = [await readEntries(postgres.url, people), await readRevisions(postgres.url)]
  frozen.thaw()
  const caughtUpIn = await until(() => followers.every((follower) => knows(follower, revisions)), 3 * CAUGHT_UP_MS)
  await sleep(SETTLED_MS)
  const [after, later] = [await readEntries(postgres.url, people), await readRevisions(postgres.url)]
  for (const { close } of followers) close()

  const late = (isLocked: boolean, since: number) =>
    longest(settled.filter(({ userId }) => (userId === locked) === isLocked).map(({ createdAt }) => createdAt - since))
  return [
    atLeast(
      `of ${people.length} phases that ended while it was frozen, settled by the other`,
      settled.length,
      people.length,
    ),
    inTime(
      'the latest of them after its time, though one of them could not be settled',
      late(false, dueAt),
      SETTLED_MS,
    ),
    inTime('that one, once it could', late(true, releasedAt), SETTLED_MS),
    none('sessions that are not there once, as they were', strangers(after, phases, dueAt)),
    none('settled again when it went on', changes(settled, after)),
    none(
      'timers that it moved when it went on',
      people.flatMap(({ id }) => (later.get(id) === revisions.get(id) ? [] : id)),
    ),
    inTime('from going on until its devices know all', caughtUpIn, CAUGHT_UP_MS),
  ]
}

/** Whatever is not the one session of its user. */
function strangers(entries: readonly Entry[], phases: ReadonlyMap<string, string>, dueAt: number) {
  const isRight = ({ id, userId, startedAt, endedAt }: Entry) =>
    phases.get(userId) === id && endedAt === dueAt && startedAt === dueAt - WORK_MS
  const missing = [...phases.values()].filter((id) => !entries.some((entry) => entry.id === id))
  return [...entries.filter((entry) => !isRight(entry)).map(({ id }) => id), ...missing]
}

const changes = (before: readonly Entry[], after: readonly Entry[]) =>
  after.filter(({ id, updatedAt }) => !before.some((one) => one.id === id && one.updatedAt === updatedAt))

const knows = ({ person, snapshot }: Follower, revisions: Map<string, number>) =>
  (snapshot()?.revision ?? 0) >= (revisions.get(person.id) ?? 0)

/** A minute of work that ends at a moment; a break follows, or the next work. Returns who, and the entry it becomes. */
async function startPhase({ url }: Cluster, person: Person, { dueAt, index }: { dueAt: number; index: number }) {
  const device = deviceOf(person, { now: dueAt - WORK_MS }, { url, log: openCallLog() })
  const config = { workMs: WORK_MS, breakMs: index % 8 < 4 ? WORK_MS : 0, repetitions: 3 }
  const { event } = device.start(person.project, { config })
  await device.send()
  return [person.id, entryIdOf({ runId: event.runId, phase: 0 })] as const
}

interface Entry {
  id: string
  userId: string
  startedAt: number
  endedAt: number
  createdAt: number
  updatedAt: number
}

const readEntries = (url: string, people: readonly Person[]) =>
  query<Entry>(
    url,
    `select id, user_id as "userId", started_at::float8 as "startedAt", ended_at::float8 as "endedAt",
       created_at::float8 as "createdAt", updated_at::float8 as "updatedAt"
     from time_entries where user_id = any($1)`,
    [people.map(({ id }) => id)],
  )
