import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { newId } from '#web/api/new-id.ts'
import { createClock } from '#web/features/timer/clock/clock.ts'
import { createActions } from '#web/features/timer/commands/actions.ts'
import { createCommandKind, type RejectedCommand } from '#web/features/timer/commands/command-kind.ts'
import { applySnapshot, withTimer } from '#web/features/timer/commands/stored-commands.ts'
import { createTimerStore } from '#web/features/timer/store.ts'
import type { Refusal } from '#web/sync/sender.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'

export type TestPage = Awaited<ReturnType<typeof openTestPage>>

/** One tab of a device, with a project selected. It sends commands with the given function when the test calls `flush`. */
export async function openTestPage(userId: string, send: (commands: readonly Command[]) => Promise<TimerReply>) {
  const clock = createClock()
  const store = createTimerStore(clock)
  const rejections: RejectedCommand[] = []
  const refusals: Refusal[] = []
  let isSending = false
  const sync = createTestSync({
    session: { userId: () => userId, onChange: () => () => {} },
    onSent: (_sent, refused) => void refusals.push(...refused),
  })
  sync.register(
    createCommandKind({
      send,
      isEnabled: () => isSending,
      clockOffset: clock.offset,
      onRejected: (rejected) => rejections.push(rejected),
    }),
  )
  sync.store.subscribe(store.showStored)
  const withoutFlush = { ...sync, flush: () => Promise.resolve() }
  const actions = createActions({ store, clock, sync: withoutFlush, whenFresh: () => undefined })
  sync.start()
  await sync.change((data) => [withTimer(data, newId()), undefined])
  await actions.select({ projectId: 'focus' })

  return {
    clock,
    store,
    sync,
    actions,
    rejections,
    refusals,
    view: () => store.getState().view,
    /** Shows the stored timer again after the store was reset. */
    load: () => store.showStored(sync.store.getState()),
    /** Sends the pending commands. After a failure the engine retries, until all are sent. */
    async flush() {
      isSending = true
      await sync.flush()
      isSending = store.getState().pending.length > 0
    },
    applySnapshot: (snapshot: TimerReply['snapshot']) =>
      sync.change((data) => [applySnapshot(data, snapshot, 0), undefined]),
    close() {
      sync.stop()
      store.reset()
    },
  }
}
