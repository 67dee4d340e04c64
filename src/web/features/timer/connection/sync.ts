import type { TimerMessage } from '#contract/timer-events.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { closeSession, currentToken, currentUserId } from '#web/api/session.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { TimerActions } from '#web/features/timer/commands/actions.ts'
import { runOneAtATime } from '#web/api/one-at-a-time.ts'
import { commandsReadyToSend } from '#web/features/timer/outbox/commands-ready-to-send.ts'
import { applySnapshot, type DeviceTimerState, isNewerSnapshot } from '#web/features/timer/outbox/device-state.ts'
import { createFlusher } from '#web/features/timer/outbox/flush.ts'
import type { Outbox } from '#web/features/timer/outbox/outbox.ts'
import type { RejectedCommand } from '#web/features/timer/outbox/send-pending-commands.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import { createCommandTransport } from './command-transport.ts'
import { openConnection } from './connection.ts'
import { sendOnPageHide } from './http.ts'
import { createSnapshotFreshness } from './snapshot-freshness.ts'

const SESSION_ENDINGS = { 'signed-out': 'signed-out', expired: 'rejected', deleted: 'deleted' } as const

export interface SyncOptions {
  userId: string
  /** The server's address, if it is not the page's own. */
  url?: string
  store: TimerStore
  clock: Clock
  outbox: Outbox
  actions: TimerActions
  /** Called when the stored state has changed. */
  onStateChange: () => void
  onRejected: (rejected: RejectedCommand) => void
}

export type Sync = ReturnType<typeof startSync>

/** Synchronizes this page's timer with the server while the user has sync enabled. */
export function startSync(options: SyncOptions) {
  const { userId, store, clock, outbox } = options
  let isStopped = false
  const isAllowed = () => !isStopped && store.getState().isSyncEnabled && currentUserId() === userId
  const show = (state: DeviceTimerState) => {
    if (isStopped) return
    store.applyDeviceState(state, outbox.isDurable())
    options.onStateChange()
  }
  const handleSnapshot = createSnapshotHandler(options, { isAllowed, show })

  const connection = openConnection({
    ...toConnectionOptions(options, isAllowed),
    onSnapshot: (snapshot, timestamp) => void handleSnapshot(snapshot, timestamp),
    onConnected: (socketConnected) => {
      if (isStopped) return
      store.refresh({ socketConnected })
      // Where sockets are blocked, each failed attempt still synchronizes over HTTP.
      void catchUp()
      if (socketConnected) void connection.probeRepeatedly()
    },
  })

  const { flush, stop } = createFlusher({
    ...options,
    send: createCommandTransport({ store, clock, connection }),
    clockOffset: clock.offset,
    isAllowed,
    onStateChange: show,
  })

  const flushPending = () => void (store.getState().pending.length > 0 && flush())

  const freshness = createSnapshotFreshness({ connection, clock, isAllowed, onSnapshot: handleSnapshot })

  /** Loads the server's snapshot, then sends the pending commands. */
  const catchUp = runOneAtATime(async () => {
    if (!isAllowed()) return
    await freshness.refreshSnapshot()
    await flush()
  })

  const stopTicking = sendTicks(store, (message) => isAllowed() && connection.tick(message))

  flushPending()

  return {
    ...freshness,
    flush,
    flushPending,
    catchUp,
    /** To be called when the server may be reachable again. */
    retryNow: () => {
      connection.retryNow()
      flushPending()
    },
    /** To be called when the page is shown again. It may have missed ticks and messages. */
    handleResume: () => {
      if (store.hasSlept()) freshness.markStale()
      store.refresh()
      connection.retryNow()
      if (!connection.isConnected()) return void catchUp()
      void connection.reconnectIfDead()
      flushPending()
    },
    /** To be called when the page is hidden: it may not run again. */
    handlePageHide: () => void (isAllowed() && sendOnPageHide(commandsReadyToSend(store.getState()))),
    stop: () => {
      isStopped = true
      for (const end of [stop, stopTicking, connection.close, freshness.releaseWaiting]) end()
    },
  }
}

const TICK_INTERVAL_MS = 10_000

/** Legacy clients count the time themselves, and correct it by these ticks. */
function sendTicks(store: TimerStore, send: (message: TimerMessage) => void) {
  let sentAt = 0
  return store.subscribe((timer) => {
    if (timer.view.status !== 'running' || timer.now - sentAt < TICK_INTERVAL_MS) return
    sentAt = timer.now
    send(toTimerMessage(timer))
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
    currentMessage: () => (isAllowed() ? toTimerMessage(store.getState()) : undefined),
    onRevoked: (reason: keyof typeof SESSION_ENDINGS) => closeSession(SESSION_ENDINGS[reason]),
    // A 401 ends the session within `call`. After any other failure the connection retries later.
    checkSession: () => void call(users.profile, {}).catch(() => undefined),
  }
}

/** Stores and shows a snapshot of the server if it is newer than this page's own. */
function createSnapshotHandler(
  { store, clock, outbox, actions }: SyncOptions,
  { isAllowed, show }: { isAllowed: () => boolean; show: (state: DeviceTimerState) => void },
) {
  return async (snapshot: TimerSnapshot, timestamp: number) => {
    if (!isAllowed() || !isNewerSnapshot(snapshot, store.getState().snapshot)) return
    const state = await outbox.change((state) => {
      const after = applySnapshot(state, snapshot, clock.offset())
      return [after, after]
    })
    if (!isAllowed()) return
    show(state)
    store.refresh({ lastSyncTime: timestamp })
    const heldAt = store.wronglyHeldAt()
    if (heldAt !== undefined) await actions.undoHold(heldAt)
  }
}
