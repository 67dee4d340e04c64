import type { Call, CallError } from '#client/call.ts'
import { type DeviceTools, refreshTimer, sendCommands } from '#client/timer-device.ts'
import { timeEntries } from '#contract/time-entries.ts'
import type { Connection } from './connection.ts'
import { isOffline, isRefusal, toRefusalKey } from './explain.ts'
import { type AccountFiles, countUnsent, type EntryDraft, type Outbox } from './storage/account-files.ts'
import type { Translate } from './texts/text.ts'

export interface AccountParts {
  connection: Connection
  files: AccountFiles
  tools: DeviceTools
  text: Translate
  warn: (sentence: string) => void
  url: string
}

type Write = (outbox: Outbox) => Promise<void>

/** Brings this computer and the server to the same state, if the server answers. */
export async function synchronise(parts: AccountParts, stored: Outbox, write: Write) {
  const { connection, files, tools } = parts
  try {
    const sent = countUnsent(stored) === 0 ? stored : await sendOutbox(parts, stored, write)
    const outbox = { ...sent, timer: await refreshTimer(connection.call, sent.timer, tools) }
    await write(outbox)
    return { outbox, isStale: false }
  } catch (error) {
    if (!isOffline(error)) throw error
    return { outbox: await files.readOutbox(), isStale: true }
  }
}

/** Sends what waits, oldest first. Something that the server refuses is told and not kept. */
async function sendOutbox(parts: AccountParts, stored: Outbox, write: Write): Promise<Outbox> {
  const { connection, text, warn, tools } = parts
  let outbox = stored
  const refusals: string[] = []
  for (const entry of stored.entries) {
    const refusal = await refusalOf(sendEntry(connection.call, entry))
    if (refusal !== undefined) refusals.push(refusal.message)
    outbox = { ...outbox, entries: outbox.entries.filter(({ id }) => id !== entry.id) }
    await write(outbox)
  }
  const { timer, rejected } = await sendCommands(connection.call, outbox.timer, tools)
  outbox = { ...outbox, timer }
  await write(outbox)
  refusals.push(...rejected.map(({ code }) => text(toRefusalKey(code))))
  for (const message of refusals) warn(text('offline.refused', { message }))
  const count = countUnsent(stored) - refusals.length
  if (count > 0) warn(text('offline.sent', { count }))
  return outbox
}

export const sendEntry = (call: Call, entry: EntryDraft) => call(timeEntries.create, { body: entry })

async function refusalOf(request: Promise<unknown>): Promise<CallError | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}
