import { toSubject } from '#client/subject.ts'
import { readTimeOfDay, toSpan } from '#core/command-line/read-span.ts'
import { readDuration } from '#core/time-entries/duration-text.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { formatDate, SHORT_DATE } from '#core/writing/format-date.ts'
import { formatDuration } from '#core/writing/format-duration.ts'
import { formatTime } from '#core/writing/format-time.ts'
import type { Account } from '#cli/account.ts'
import type { Context } from '#cli/context.ts'
import { CliError, UsageError } from '#cli/errors.ts'
import { plain } from '#cli/output/entries.ts'
import { writeSubject } from '#cli/output/subject.ts'
import type { ParsedArguments } from '#cli/parse-arguments.ts'
import { requireDay } from '#cli/periods.ts'
import { namesOf } from '#cli/timer-command.ts'

export async function run(context: Context) {
  const { terminal, text, given, language, newId, now } = context
  const times = readTimes(context)
  const account = await context.account()
  const catalogue = await account.catalogue()
  const formats = await account.formats()
  const { startedAt, endedAt } = await placeEntry(context, account, times.span)
  const subject = toSubject(catalogue, { ...namesOf(context), note: times.note }, await account.lastProjectId())
  if (subject === undefined) throw new CliError('error.noProject')
  const { projectId: project, taskId: task, tags, notes } = subject
  const [startTime, endTime] = [new Date(startedAt).toISOString(), new Date(endedAt).toISOString()]
  const entry = { id: newId(), project, task, tags: [...tags], notes, startTime, endTime }
  await account.addEntry(entry)
  if (given.has('json')) return terminal.print(JSON.stringify(entry, null, 2))
  const duration = plain(formatDuration(endedAt - startedAt, language, formats.duration))
  const [from, to] = [startedAt, endedAt].map((at) => formatTime(at, language, formats))
  const date = dateOf(startedAt, formats.zone)
  const isToday = date === dateOf(now(), formats.zone)
  const day = isToday ? '' : `${formatDate(date, language, SHORT_DATE, formats.dateOrder)}, `
  terminal.print(text('add.done', { duration, day, from: from!, to: to!, subject: writeSubject(catalogue, subject) }))
}

interface GivenTimes {
  from?: number | undefined
  to?: number | undefined
  durationMs?: number | undefined
}

/** With both times, the first argument already belongs to the note. */
function readTimes({ given }: Context): { span: GivenTimes; note: string } {
  const [from, to] = [readTime(given.value('from')), readTime(given.value('to'))]
  if (from !== undefined && to !== undefined) return { span: { from, to }, note: readNote(given, given.positionals) }
  const [first, ...words] = given.positionals
  const durationMs = first === undefined ? undefined : readDuration(first)
  if (first !== undefined && durationMs === undefined) throw new UsageError('error.duration', { value: first })
  return { span: { from, to, durationMs }, note: readNote(given, words) }
}

function readNote(given: ParsedArguments, words: readonly string[]) {
  const note = given.value('note')
  if (note !== undefined && words[0] !== undefined)
    throw new UsageError('error.unexpectedArgument', { value: words[0] })
  return note ?? words.join(' ')
}

function readTime(typed: string | undefined) {
  const time = typed === undefined ? undefined : readTimeOfDay(typed)
  if (typed !== undefined && time === undefined) throw new UsageError('error.time', { value: typed })
  return time
}

async function placeEntry({ given, now }: Context, account: Account, times: GivenTimes) {
  if (given.has('date') && given.has('yesterday'))
    throw new UsageError('error.clash', { first: '--date', second: '--yesterday' })
  const formats = await account.formats()
  const typed = given.has('yesterday') ? 'yesterday' : given.value('date')
  const date = typed === undefined ? dateOf(now(), formats.zone) : requireDay(typed, formats, now())
  const span = toSpan({ ...times, date, now: now(), zone: formats.zone })
  if (typeof span === 'string') throw new UsageError(`error.span.${span}`)
  return span
}
