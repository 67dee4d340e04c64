import { onActiveRun } from '#client/timer-actions.ts'
import type { Context } from '#cli/context.ts'
import { actOnTimer } from '#cli/timer-command.ts'

export const run = async (context: Context) =>
  actOnTimer(context, await context.account(), { choose: onActiveRun({ type: 'resume' }), done: 'timer.resumed' })
