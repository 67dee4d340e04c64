import { timeEntries } from '#contract/time-entries.ts'
import {
  DEFAULT_STATUS_LINE,
  findUnknownField,
  renderStatusLine,
  STATUS_FIELDS,
} from '#core/command-line/status-line.ts'
import { shorten } from '#core/command-line/terminal-text.ts'
import { startOfDay } from '#core/time/time-zone.ts'
import { elapsedAt } from '#core/timer/state.ts'
import { formatDuration } from '#core/writing/format-duration.ts'
import type { Account, TimerView } from '#cli/account.ts'
import type { Context } from '#cli/context.ts'
import { UsageError } from '#cli/errors.ts'
import { plain } from '#cli/output/entries.ts'
import { statusFields, toStatusJson, writeStatus } from '#cli/output/status.ts'

export async function run(context: Context) {
  const unknown = findUnknownField(templateOf(context))
  if (unknown !== undefined)
    throw new UsageError('error.templateField', { name: unknown, names: STATUS_FIELDS.join(', ') })
  const account = await context.account()
  await print(context, account, await account.timer())
  if (!context.given.has('watch')) return
  const { watchTimer } = await import('#cli/watch-timer.ts')
  await watchTimer(context, account, (view) => print(context, account, view))
}

const templateOf = ({ given }: Context) => given.value('template') ?? DEFAULT_STATUS_LINE

const usesLine = ({ given }: Context) => given.has('line') || given.has('template')

async function print(context: Context, account: Account, view: TimerView) {
  const { given, terminal, text } = context
  const catalogue = await account.catalogue()
  if (given.has('json')) {
    // Each change is a line of its own.
    const indent = given.has('watch') ? undefined : 2
    return terminal.print(JSON.stringify(toStatusJson(view, catalogue), null, indent))
  }
  if (usesLine(context)) {
    const template = templateOf(context)
    const today = template.includes('{today}') ? await writeToday(context, account, view) : ''
    return terminal.print(renderStatusLine(template, statusFields({ view, catalogue, today })))
  }
  if (view.isStale) terminal.warn(text('offline.stale', { url: account.url }))
  for (const line of writeStatus(view, catalogue, text)) terminal.print(shorten(line, terminal.columns ?? Infinity))
}

/** The time worked today, the present phase included. */
async function writeToday({ language }: Context, account: Account, { state, at, isStale }: TimerView) {
  if (isStale) return ''
  const formats = await account.formats()
  const query = { startDate: new Date(startOfDay(at, formats.zone)).toISOString() }
  const { milliseconds } = await account.call(timeEntries.totals, { query })
  const present = state.status !== 'idle' && state.mode === 'work' ? elapsedAt(state, at) : 0
  return plain(formatDuration(milliseconds + present, language, formats.duration))
}
