import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { createClock } from '#web/features/timer/clock/clock.ts'
import { createActions } from '#web/features/timer/commands/actions.ts'
import { applySnapshot } from '#web/features/timer/outbox/device-state.ts'
import { createFlusher } from '#web/features/timer/outbox/flush.ts'
import { openOutbox } from '#web/features/timer/outbox/outbox.ts'
import type { RejectedCommand } from '#web/features/timer/outbox/send-pending-commands.ts'
import { createTimerStore } from '#web/features/timer/store.ts'

export type TestPage = Awaited<ReturnType<typeof openTestPage>>

/** One tab of a device, with a project selected. It sends commands with the given function when the test calls `flush`. */
export async function openTestPage(userId: string, send: (commands: readonly Command[]) => Promise<TimerReply>) {
  const clock = createClock()
  const outbox = openOutbox(userId)
  const store = createTimerStore(clock)
  const rejections: RejectedCommand[] = []
  const load = async () => store.applyDeviceState(await outbox.read(), outbox.isDurable())
  const actions = createActions({
    store,
    clock,
    outbox: () => outbox,
    whenFresh: () => undefined,
    onAppend: () => undefined,
  })
  const { flush, stop } = createFlusher({
    outbox,
    send,
    clockOffset: clock.offset,
    isAllowed: () => true,
    onStateChange: (state) => store.applyDeviceState(state, outbox.isDurable()),
    onRejected: (rejected) => rejections.push(rejected),
  })
  await load()
  await actions.select({ projectId: 'focus' })

  return {
    clock,
    store,
    actions,
    outbox,
    rejections,
    load,
    flush,
    stop,
    view: () => store.getState().view,
    applySnapshot: async (snapshot: TimerReply['snapshot']) => {
      await outbox.change((state) => [applySnapshot(state, snapshot, 0), undefined])
      await load()
    },
  }
}
