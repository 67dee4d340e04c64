import { users } from '#contract/users.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import type { TimerMessage } from '#contract/timer-events.ts'
import { call } from '#web/api/call.ts'
import { closeSession, currentToken, currentUserId } from '#web/api/session.ts'
import type { TimerActions } from '#web/features/timer/commands/actions.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import { openConnection } from './connection.ts'
import { createCommandTransport } from './command-transport.ts'
import type { RejectedCommand } from '#web/features/timer/outbox/send-pending-commands.ts'
import { createFlusher } from '#web/features/timer/outbox/flush.ts'
import { createSnapshotFreshness } from './snapshot-freshness.ts'
import { sendOnPageHide } from './http.ts'
import { isNewerSnapshot, type DeviceTimerState, applySnapshot } from '#web/features/timer/outbox/device-state.ts'
import { runOneAtATime } from '#web/features/timer/one-at-a-time.ts'
import { commandsReadyToSend } from '#web/features/timer/outbox/commands-ready-to-send.ts'
import type { Outbox } from '#web/features/timer/outbox/outbox.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'

const SESSION_ENDINGS = { 'signed-out': 'signed-out', expired: 'rejected', deleted: 'deleted' } as const

export interface SyncOptions {
  userId: string
  /** Where the server is, if not where the page came from. */
  url?: string
  store: TimerStore
  clock: Clock
  outbox: Outbox
  actions: TimerActions
  /** What is kept has changed, for the other tabs to know. */
  onStateChange: () => void
  onRejected: (refused: RejectedCommand) => void
}

export type Sync = ReturnType<typeof startSync>

/** Keeps this page and the server at one, as far as the user wants that. */
export function startSync(options: SyncOptions) {
  const { userId, store, clock, outbox } = options
  let isStopped = false
  const isAllowed = () => !isStopped && store.getState().isSyncEnabled && currentUserId() === userId
  const show = (kept: DeviceTimerState) => {
    if (isStopped) return
    store.show(kept, outbox.isDurable())
    options.onStateChange()
  }
  const takeIn = createSnapshotHandler(options, { isAllowed, show })

  const connection = openConnection({
    ...toConnectionOptions(options, isAllowed),
    onSnapshot: (snapshot, timestamp) => void takeIn(snapshot, timestamp),
    onConnected: (socketConnected) => {
      if (isStopped) return
      store.refresh({ socketConnected })
      // Where no connection is possible, each attempt at one still brings what is new.
      void catchUp()
      if (socketConnected) void connection.probeWell()
    },
  })

  const { flush, stop } = createFlusher({
    ...options,
    send: createCommandTransport({ store, clock, connection }),
    clockOffset: clock.offset,
    isAllowed,
    onStateChange: show,
  })

  const flushWaiting = () => void (store.getState().pending.length > 0 && flush())

  const hearing = createSnapshotFreshness({ connection, clock, isAllowed, takeIn })

  /** What happened elsewhere, then what was done here. */
  const catchUp = runOneAtATime(async () => {
    if (!isAllowed()) return
    await hearing.hear()
    await flush()
  })

  const stopTicking = sendTicks(store, (report) => isAllowed() && connection.tick(report))

  flushWaiting()

  return {
    ...hearing,
    flush,
    flushWaiting,
    catchUp,
    /** There is reason to hope that the server can be reached. */
    nudge: () => {
      connection.nudge()
      flushWaiting()
    },
    /** The page may have slept. */
    wake: () => {
      if (store.hasSlept()) hearing.doubt()
      store.refresh()
      connection.nudge()
      if (!connection.isConnected()) return void catchUp()
      void connection.revive()
      flushWaiting()
    },
    /** The page may be gone for ever. */
    leave: () => void (isAllowed() && sendOnPageHide(commandsReadyToSend(store.getState()))),
    stop: () => {
      isStopped = true
      for (const end of [stop, stopTicking, connection.close, hearing.endWaiting]) end()
    },
  }
}

const TICK_INTERVAL_MS = 10_000

/** Clients that count by themselves hear now and then where the timer is. */
function sendTicks(store: TimerStore, tell: (report: TimerMessage) => void) {
  let toldAt = 0
  return store.subscribe((timer) => {
    if (timer.view.status !== 'running' || timer.now - toldAt < TICK_INTERVAL_MS) return
    toldAt = timer.now
    tell(toTimerMessage(timer))
  })
}

function toConnectionOptions({ userId, url, store, clock }: SyncOptions, isAllowed: () => boolean) {
  return {
    ...(url !== undefined && { url }),
    clock,
    auth: () => {
      const { device, snapshot } = store.getState()
      const known = { deviceId: device, rev: snapshot?.revision ?? 0, clock: Date.now() }
      return { token: currentToken(), userId, proto: 2, ...known }
    },
    report: () => (isAllowed() ? toTimerMessage(store.getState()) : undefined),
    onRevoked: (reason: keyof typeof SESSION_ENDINGS) => closeSession(SESSION_ENDINGS[reason]),
    // A rejection ends the session in `call`; whatever else happens, the connection is tried again later.
    checkSession: () => void call(users.profile, {}).catch(() => undefined),
  }
}

interface SnapshotHandlerOptions {
  isAllowed: () => boolean
  show: (kept: DeviceTimerState) => void
}

/** Takes in what the server says of the timer, if it is news. */
function createSnapshotHandler(
  { store, clock, outbox, actions }: SyncOptions,
  { isAllowed, show }: SnapshotHandlerOptions,
) {
  return async (snapshot: TimerSnapshot, timestamp: number) => {
    if (!isAllowed() || !isNewerSnapshot(snapshot, store.getState().snapshot)) return
    const kept = await outbox.change((kept) => {
      const after = applySnapshot(kept, snapshot, clock.offset())
      return [after, after]
    })
    if (!isAllowed()) return
    show(kept)
    store.refresh({ lastSyncTime: timestamp })
    const heldAt = store.wronglyHeldAt()
    if (heldAt !== undefined) await actions.undoWait(heldAt)
  }
}
