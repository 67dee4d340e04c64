import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../scripts/topology/start-cluster.ts'
import { atLeast, atMost, inTime, none, slowest } from './criteria.ts'
import { type ExternalServices, newAddress, registerAndSignIn } from './external-services.ts'
import { waitUntil } from './follower.ts'

const MAX_SIGN_IN_MS = 2_000
const REPLY_MS = 2_000
/** After three failures an email waits two minutes for the next attempt. */
const MAX_DELIVERY_MS = 240_000

/** Breaks the mail server in several ways while users register, each of whom must get an email. */
export async function breakMail({ url }: Cluster, { mail, toMail }: ExternalServices, each: number) {
  const failures: Record<string, () => void> = {
    refused: () => toMail.cut(),
    hanging: () => toMail.hold(),
    slow: () => toMail.delay(700),
    torn: () => toMail.delay(200),
    'later (451)': () => mail.refuseWith(451),
    'all refused (554)': () => mail.refuseWith(554, { isForAll: true }),
  }
  // An email that is rejected with 550 is given up, so this comes first.
  mail.refuseWith(550)
  const unknownAddress = newAddress('nobody')
  const times = [await registerAndSignIn(url, unknownAddress)]
  await sleep(5_000)
  const recipients: string[] = []
  const torn: typeof mail.mails = []
  for (const [name, fail] of Object.entries(failures)) {
    mail.refuseWith()
    fail()
    const before = mail.mails.length
    const addresses = Array.from({ length: each }, () => newAddress('mail'))
    for (const address of addresses) times.push(await registerAndSignIn(url, address))
    recipients.push(...addresses)
    // Long enough for an attempt to time out, and for several that are reset midway.
    for (let wait = 0; wait < (name === 'hanging' ? 45 : 12); wait++) {
      await sleep(400)
      if (name === 'torn') toMail.reset()
    }
    if (name === 'torn') torn.push(...mail.mails.slice(before))
    toMail.heal()
    // Delayed replies arrive before the next failure begins.
    await sleep(REPLY_MS)
  }
  mail.refuseWith()
  const copiesFor = (address: string, among = mail.mails) => among.filter(({ to }) => to.includes(address)).length
  const deliveredIn = await waitUntil(() => recipients.every((address) => copiesFor(address) > 0), MAX_DELIVERY_MS)
  // If the connection broke before the confirmation, the server cannot know that the email was accepted.
  const doubled = recipients.filter((address) => copiesFor(address) - copiesFor(address, torn) > 1)
  return [
    inTime('registering and signing in while the mail server fails, the slowest', slowest(times), MAX_SIGN_IN_MS),
    atLeast(`emails during ${Object.keys(failures).length} kinds of failures`, recipients.length, 6 * each),
    inTime('all of them delivered after the last failure', deliveredIn, MAX_DELIVERY_MS),
    none(`of them delivered twice, except ${torn.length} whose confirmation may have been lost`, doubled),
    atMost('emails to a mailbox that does not exist', copiesFor(unknownAddress), 0),
  ]
}
