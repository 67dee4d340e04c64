import { CallError } from '#client/call.ts'
import { type Catalogue, formatsOf, loadCatalogue, type ResolvedFormats } from '#client/catalogue.ts'
import {
  addCommands,
  type ChooseActions,
  type DeviceTimer,
  type DeviceTools,
  sendCommands,
  stateOf,
} from '#client/timer-device.ts'
import type { TimerState } from '#core/timer/state.ts'
import type { Connection } from './connection.ts'
import { CliError } from './errors.ts'
import { isOffline, toRefusalKey } from './explain.ts'
import { type AccountParts, sendEntry, synchronise } from './send-outbox.ts'
import type { AccountFiles, EntryDraft } from './storage/account-files.ts'

export interface TimerView {
  state: TimerState
  /** The time of the server's clock. */
  at: number
  /** The server did not answer, so this is what is known here. */
  isStale: boolean
}

/** The account of a login: its lists, its timer, and what waits to be sent. */
export interface Account extends Connection {
  url: string
  tools: DeviceTools
  files: AccountFiles
  catalogue: () => Promise<Catalogue>
  formats: () => Promise<ResolvedFormats>
  timer: () => Promise<TimerView>
  /** Does something with the timer, at once or as soon as the server answers. Returns the timer before and after. */
  act: (choose: ChooseActions) => Promise<{ before: TimerView; after: TimerView }>
  addEntry: (entry: EntryDraft) => Promise<void>
  /** The project of the timer, as this computer knows it. */
  lastProjectId: () => Promise<string | undefined>
}

export function openAccount(parts: AccountParts): Account {
  const { connection, files, tools, url } = parts
  let catalogue: Promise<Catalogue> | undefined
  const readCatalogue = () => (catalogue ??= fetchCatalogue(parts))
  return {
    ...connection,
    url,
    tools,
    files,
    catalogue: readCatalogue,
    formats: async () => formatsOf(await readCatalogue()),
    timer: () => readTimer(parts),
    act: (choose) => act(parts, choose),
    addEntry: (entry) => addEntry(parts, entry),
    lastProjectId: async () => stateOf((await files.readOutbox()).timer, tools.now()).subject?.projectId,
  }
}

/** The lists of the server, or the last ones that this computer has seen. */
async function fetchCatalogue({ connection, files }: AccountParts) {
  try {
    const loaded = await loadCatalogue(connection.call)
    await files.writeCatalogue(loaded)
    return loaded
  } catch (error) {
    const known = isOffline(error) ? await files.readCatalogue() : undefined
    if (known === undefined) throw error
    return known
  }
}

const readTimer = (parts: AccountParts) =>
  parts.files.withOutbox(async (stored, write) => {
    const { outbox, isStale } = await synchronise(parts, stored, write)
    if (isStale && outbox.timer.snapshot === null) throw new CallError('offline')
    return viewOf(parts, outbox.timer, isStale)
  })

const act = (parts: AccountParts, choose: ChooseActions) =>
  parts.files.withOutbox(async (stored, write) => {
    const { outbox, isStale } = await synchronise(parts, stored, write)
    // Without any knowledge of the timer, nobody can tell what the action means.
    if (isStale && outbox.timer.snapshot === null) throw new CallError('offline')
    const before = viewOf(parts, outbox.timer, isStale)
    const timer = addCommands(outbox.timer, choose, parts.tools)
    if (typeof timer === 'string') throw new CliError(toRefusalKey(timer))
    await write({ ...outbox, timer })
    const sent = isStale ? undefined : await unlessOffline(sendCommands(parts.connection.call, timer, parts.tools))
    if (sent === undefined) {
      parts.warn(parts.text('offline.queued', { url: parts.url }))
      return { before, after: viewOf(parts, timer, true) }
    }
    await write({ ...outbox, timer: sent.timer })
    const [refused] = sent.rejected
    if (refused !== undefined) throw new CliError(toRefusalKey(refused.code))
    return { before, after: viewOf(parts, sent.timer, false) }
  })

const addEntry = (parts: AccountParts, entry: EntryDraft) =>
  parts.files.withOutbox(async (stored, write) => {
    const { outbox, isStale } = await synchronise(parts, stored, write)
    const sent = isStale ? undefined : await unlessOffline(sendEntry(parts.connection.call, entry))
    if (sent !== undefined) return
    await write({ ...outbox, entries: [...outbox.entries, entry] })
    parts.warn(parts.text('offline.queued', { url: parts.url }))
  })

function viewOf({ tools }: AccountParts, timer: DeviceTimer, isStale: boolean): TimerView {
  const at = tools.now() + timer.clockOffset
  return { state: stateOf(timer, at), at, isStale }
}

/** Undefined if the server does not answer. */
async function unlessOffline<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request
  } catch (error) {
    if (isOffline(error)) return undefined
    throw error
  }
}
