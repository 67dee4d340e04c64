import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../scripts/topology/start-cluster.ts'
import { atLeast, atMost, inTime, none, slowest } from './criteria.ts'
import { waitUntil } from './follower.ts'
import { registerAndSignIn, newAddress, type ExternalServices } from './external-services.ts'

const MAX_SIGN_IN_MS = 2_000
const REPLY_MS = 2_000
/** After three failures a letter waits two minutes for the next attempt. */
const MAX_DELIVERY_MS = 240_000

/** A mail server that fails in every way, and people who register and are to get a letter. */
export async function breakMail({ url }: Cluster, { mail, toMail }: ExternalServices, each: number) {
  const failures: Record<string, () => void> = {
    refused: () => toMail.cut(),
    hanging: () => toMail.hold(),
    slow: () => toMail.delay(700),
    torn: () => toMail.delay(200),
    'later (451)': () => mail.refuseWith(451),
    'nobody of us (554)': () => mail.refuseWith(554, { isForAll: true }),
  }
  // First: what is rejected is thrown away, whatever it is.
  mail.refuseWith(550)
  const nobody = newAddress('nobody')
  const times = [await registerAndSignIn(url, nobody)]
  await sleep(5_000)
  const posted: string[] = []
  const torn: typeof mail.mails = []
  for (const [name, fail] of Object.entries(failures)) {
    mail.refuseWith()
    fail()
    const taken = mail.mails.length
    const addresses = Array.from({ length: each }, () => newAddress('mail'))
    for (const address of addresses) times.push(await registerAndSignIn(url, address))
    posted.push(...addresses)
    // Long enough for an attempt to be given up, and for some that are torn in the middle.
    for (let wait = 0; wait < (name === 'hanging' ? 45 : 12); wait++) {
      await sleep(400)
      if (name === 'torn') toMail.reset()
    }
    if (name === 'torn') torn.push(...mail.mails.slice(taken))
    toMail.heal()
    // What was only late is answered before the next failure begins.
    await sleep(REPLY_MS)
  }
  mail.refuseWith()
  const copiesFor = (address: string, among = mail.mails) => among.filter(({ to }) => to.includes(address)).length
  const deliveredIn = await waitUntil(() => posted.every((address) => copiesFor(address) > 0), MAX_DELIVERY_MS)
  // Where the answer to a letter was torn off, nobody knows that it was taken.
  const doubled = posted.filter((address) => copiesFor(address) - copiesFor(address, torn) > 1)
  return [
    inTime('registering and signing in while the mail server fails, the slowest', slowest(times), MAX_SIGN_IN_MS),
    atLeast(`letters posted in ${Object.keys(failures).length} ways of failing`, posted.length, 6 * each),
    inTime('all of them delivered after the last failure', deliveredIn, MAX_DELIVERY_MS),
    none(`of them delivered twice, beside ${torn.length} whose answer may have been lost`, doubled),
    atMost('letters to a mailbox that does not exist', copiesFor(nobody), 0),
  ]
}
