import { switchRun } from '#client/timer-actions.ts'
import type { Context } from '#cli/context.ts'
import { actOnTimer, planRun } from '#cli/timer-command.ts'

export async function run(context: Context) {
  const account = await context.account()
  const plan = await planRun(context, account, await account.timer())
  await actOnTimer(context, account, { choose: switchRun(plan), done: 'timer.switched', about: 'after' })
}
