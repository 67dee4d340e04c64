import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess } from '../../../scripts/topology/start-cluster.ts'
import { createCallLog } from '../calls.ts'
import { p99 } from '../criteria.ts'
import { type Follower, openFollower, waitUntil, waitUntilFollowing } from '../follower.ts'
import { type Person, signUp } from '../people.ts'
import { createPresser } from '../users-at-work.ts'

const MAX_DELIVERY_MS = 500
const TIMEOUT_MS = 20_000

/** Milliseconds; undefined if it did not arrive within a second. */
export type Delivery = number | undefined
export interface Deliveries {
  near: Delivery
  across: Delivery
}

/** On a slow machine twice the time before is allowed. */
export const toDeliveryBar = (before: Delivery[]) => Math.max(MAX_DELIVERY_MS, 2 * (worst(before, p99) ?? 0))

/** A message that did not arrive is worse than any that did. */
export const worst = (values: Delivery[], of: (values: number[]) => number | undefined) =>
  values.includes(undefined) ? undefined : of(values as number[])

/** A user who sends commands to one node and has a device on each. */
export async function openPair(nodes: readonly ManagedProcess[], home: number) {
  const [here, there] = [nodes[home]!, nodes[(home + 1) % nodes.length]!]
  const log = createCallLog()
  const [person] = (await signUp(here.url, 1, log)) as [Person]
  const [near, across] = [openFollower(here.url, person), openFollower(there.url, person)]
  await waitUntilFollowing([near, across])
  const press = createPresser(person, { url: here.url, log })
  let latest = 0

  return {
    /** Sends commands for a while and returns how long each took to arrive at both devices. */
    async pressFor(durationMs: number) {
      const pressed: Awaited<ReturnType<typeof press>>[] = []
      for (const end = performance.now() + durationMs; performance.now() < end; await sleep(150))
        pressed.push(await press())
      latest = pressed.at(-1)?.revision ?? latest
      await waitUntil(() => near.receivedAt(latest) !== undefined && across.receivedAt(latest) !== undefined, 1_000)
      const deliveryTo = (follower: Follower, { pressedAt, revision }: (typeof pressed)[number]) => {
        const receivedAt = follower.receivedAt(revision)
        return receivedAt === undefined ? undefined : receivedAt - pressedAt
      }
      return pressed.map((one) => ({ near: deliveryTo(near, one), across: deliveryTo(across, one) }))
    },
    /** Returns how long another device takes to connect. */
    async join() {
      const another = openFollower(here.url, person)
      const took = await waitUntil(() => another.isConnected() && another.snapshot() !== undefined, TIMEOUT_MS)
      another.close()
      return took
    },
    waitUntilSynced: () => waitUntil(() => across.receivedAt(latest) !== undefined, TIMEOUT_MS),
    close() {
      near.close()
      across.close()
    },
  }
}
