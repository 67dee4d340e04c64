import type { ChooseActions } from '#client/timer-device.ts'
import type { Account, TimerView } from './account.ts'
import type { Context } from './context.ts'
import { CliError } from './errors.ts'
import { toStatusJson, writeClock } from './output/status.ts'
import { writeSubject } from './output/subject.ts'
import type { TextKey } from './texts/en.ts'
import type { SubjectNames } from '#client/subject.ts'
import { toConfig, toSubject } from '#client/subject.ts'
import type { RunPlan } from '#client/timer-actions.ts'
import { elapsedAt } from '#core/timer/state.ts'

interface Action {
  choose: ChooseActions
  /** What is said when it is done. */
  done: TextKey
  /** The timer that the sentence is about. */
  about?: 'before' | 'after'
}

/** Does something with the timer and tells the result. */
export async function actOnTimer(context: Context, account: Account, { choose, done, about = 'before' }: Action) {
  const { given, terminal, text } = context
  const catalogue = await account.catalogue()
  const views = await account.act(choose)
  if (given.has('json')) return terminal.print(JSON.stringify(toStatusJson(views.after, catalogue), null, 2))
  const { state } = views[about]
  const subject = writeSubject(catalogue, state.subject)
  terminal.print(text(done, { subject, time: writeElapsed(views[about]) }))
}

export const writeElapsed = ({ state, at }: TimerView) => writeClock(elapsedAt(state, at))

/** The names in the options of a command. */
export const namesOf = ({ given }: Pick<Context, 'given'>): SubjectNames => ({
  project: given.value('project'),
  task: given.value('task'),
  tags: given.values('tag'),
  note: given.value('note'),
})

/** The run that the options describe; `view` tells what the user worked on last. */
export async function planRun(context: Context, account: Account, view: TimerView): Promise<RunPlan> {
  const { given } = context
  if (given.has('preset') && given.has('stopwatch'))
    throw new CliError('error.clash', { first: '--preset', second: '--stopwatch' })
  const catalogue = await account.catalogue()
  const subject = toSubject(catalogue, namesOf(context), view.state.subject?.projectId)
  if (subject === undefined) throw new CliError('error.noProject')
  const isInfinite = given.has('stopwatch') || (given.has('preset') ? false : undefined)
  const config = toConfig(catalogue, given.value('preset'))
  const { zone } = await account.formats()
  return { subject, config, zone, ...(isInfinite !== undefined && { isInfinite }) }
}
