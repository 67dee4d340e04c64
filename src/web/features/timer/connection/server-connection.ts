import type { TimerMessage } from '#contract/input/timer-message.ts'
import type { TimerSnapshot } from '#contract/timer.ts'
import { users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { closeSession, currentToken, currentUserId } from '#web/api/session.ts'
import type { Clock } from '#web/features/timer/clock/clock.ts'
import type { TimerActions } from '#web/features/timer/commands/actions.ts'
import { countFirstBatch } from '#web/features/timer/commands/command-kind.ts'
import {
  applySnapshot,
  COMMAND,
  isNewerSnapshot,
  numberCommands,
  pendingOf,
} from '#web/features/timer/commands/stored-commands.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import { toTimerMessage } from '#web/features/timer/stored-state.ts'
import type { SyncEngine } from '#web/sync/engine.ts'
import { runOneAtATime } from '#web/sync/one-at-a-time.ts'
import { openConnection } from './connection.ts'
import { sendOnPageHide } from './http.ts'
import { createSnapshotFreshness } from './snapshot-freshness.ts'

const SESSION_ENDINGS = {
  'signed-out': 'signed-out',
  expired: 'rejected',
  deleted: 'deleted',
  disabled: 'rejected',
} as const

export interface ConnectionOptions {
  userId: string
  /** The server's address, if it is not the page's own. */
  url?: string | undefined
  store: TimerStore
  clock: Clock
  sync: SyncEngine
  actions: TimerActions
  onListChanged?: ((list: string) => void) | undefined
}

export type ServerConnection = ReturnType<typeof connectToServer>

/** Follows the server's timer of one user while the user has sync enabled. */
export function connectToServer(options: ConnectionOptions) {
  const { userId, store, clock, sync } = options
  const closing = new AbortController()
  // Another tab may have signed in another user a moment ago, and requests use the token of that user.
  const isAllowed = () => !closing.signal.aborted && store.getState().isSyncEnabled && currentUserId() === userId
  const handleSnapshot = createSnapshotHandler(options, isAllowed)

  const connection = openConnection({
    ...toConnectionOptions(options, isAllowed),
    onSnapshot: (snapshot, timestamp) => void handleSnapshot(snapshot, timestamp),
    onConnected: (socketConnected) => {
      if (closing.signal.aborted) return
      store.refresh({ socketConnected })
      // Where sockets are blocked, each failed attempt still synchronizes over HTTP.
      void catchUp()
      if (socketConnected) void connection.probeRepeatedly()
    },
  })

  const freshness = createSnapshotFreshness({ connection, clock, isAllowed, onSnapshot: handleSnapshot })

  /** Loads the server's snapshot, then sends the pending commands. */
  const catchUp = runOneAtATime(async () => {
    if (!isAllowed()) return
    await freshness.refreshSnapshot()
    // The next snapshot does not wait for the changes of other items.
    void sync.flush()
  })

  /** The page may have missed ticks and messages while it was hidden. */
  function handleResume() {
    if (store.hasSlept()) freshness.markStale()
    store.refresh()
    connection.retryNow()
    if (!connection.isConnected()) return void catchUp()
    void connection.reconnectIfDead()
    sync.retryNow()
  }

  /** The page may not run again. */
  function handlePageHide() {
    const ready = pendingOf({ operations: sync.readyOf(COMMAND) })
    const first = ready.slice(0, countFirstBatch(ready))
    if (isAllowed()) sendOnPageHide(numberCommands(sync.store.getState().data, first))
  }

  const stopTicking = sendTicks(store, (message) => isAllowed() && connection.tick(message))
  listenToPageEvents({ handleResume, handlePageHide }, closing.signal)

  return {
    ...freshness,
    send: connection.send,
    catchUp,
    /** To be called when the server may be reachable again. */
    retryNow: connection.retryNow,
    close: () => {
      closing.abort()
      for (const end of [stopTicking, connection.close, freshness.releaseWaiting]) end()
    },
  }
}

function listenToPageEvents(
  { handleResume, handlePageHide }: { handleResume: () => void; handlePageHide: () => void },
  signal: AbortSignal,
) {
  for (const name of ['pageshow', 'focus', 'online']) addEventListener(name, handleResume, { signal })
  // The browser fires `resume` when it unfreezes the page.
  document.addEventListener('resume', handleResume, { signal })
  const resumeIfVisible = () => document.visibilityState === 'visible' && handleResume()
  document.addEventListener('visibilitychange', resumeIfVisible, { signal })
  addEventListener('pagehide', handlePageHide, { signal })
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

function toConnectionOptions(
  { userId, url, store, clock, onListChanged }: ConnectionOptions,
  isAllowed: () => boolean,
) {
  return {
    ...(url !== undefined && { url }),
    clock,
    auth: () => {
      const { device, snapshot } = store.getState()
      const known = { deviceId: device, rev: snapshot?.revision ?? 0, clock: Date.now() }
      return { token: currentToken(), userId, proto: 2, ...known }
    },
    currentMessage: () => (isAllowed() ? toTimerMessage(store.getState()) : undefined),
    onListChanged: (list: string) => isAllowed() && onListChanged?.(list),
    onRevoked: (reason: keyof typeof SESSION_ENDINGS) => closeSession(SESSION_ENDINGS[reason]),
    // A 401 ends the session within `call`. After any other failure the connection retries later.
    checkSession: () => void call(users.profile, {}).catch(() => undefined),
  }
}

/** Stores a snapshot of the server if it is newer than this page's own. */
function createSnapshotHandler({ store, clock, sync, actions }: ConnectionOptions, isAllowed: () => boolean) {
  return async (snapshot: TimerSnapshot, timestamp: number) => {
    if (!isAllowed() || !isNewerSnapshot(snapshot, store.getState().snapshot)) return
    await sync.change((data) => [applySnapshot(data, snapshot, clock.offset()), undefined])
    if (!isAllowed()) return
    store.refresh({ lastSyncTime: timestamp })
    const heldAt = store.wronglyHeldAt()
    if (heldAt !== undefined) await actions.undoHold(heldAt)
  }
}
