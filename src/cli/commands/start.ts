import { onActiveRun, startRun, switchRun } from '#client/timer-actions.ts'
import type { Context } from '#cli/context.ts'
import { actOnTimer, planRun } from '#cli/timer-command.ts'
import type { OptionName } from '#cli/command-table.ts'

const PLANNING: readonly OptionName[] = ['project', 'task', 'tag', 'note', 'preset', 'stopwatch']

/** Starts a run. A paused one is resumed, unless other work is named: then it is saved. */
export async function run(context: Context) {
  const account = await context.account()
  const view = await account.timer()
  const isPaused = view.state.status === 'paused'
  if (isPaused && !PLANNING.some((option) => context.given.has(option)))
    return actOnTimer(context, account, { choose: onActiveRun({ type: 'resume' }), done: 'timer.resumed' })
  const plan = await planRun(context, account, view)
  const choose = isPaused ? switchRun({ isInfinite: false, ...plan }) : startRun(plan)
  await actOnTimer(context, account, { choose, done: 'timer.started', about: 'after' })
}
