import * as z from 'zod'
import { nameOf } from '#client/catalogue.ts'
import { findProject, findTask, requireNamed } from '#client/catalogue.ts'
import { toSubject } from '#client/subject.ts'
import { type TimeEntry, timeEntries } from '#contract/time-entries.ts'
import { readPeriod } from '#core/command-line/read-day.ts'
import { firstWeekday } from '#core/formats.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { readLocalIso, toLocalIso } from '#core/time/local-iso.ts'
import { dateOf, startOfDate } from '#core/time/time-zone.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { askBefore } from '#client/assistant/confirmation.ts'
import { NO_PROJECT, ToolError } from '#client/assistant/results.ts'
import { defineTool, type ToolCall } from '#client/assistant/toolbox.ts'
import { confirmField, LocalTime, Period, subjectFields } from './fields.ts'

function describeEntry(entry: TimeEntry, { catalogue, formats: { zone } }: ToolCall) {
  return {
    id: entry.id,
    project: nameOf(catalogue.projects, entry.project),
    task: nameOf(catalogue.tasks, entry.task) || null,
    tags: entry.tags.map((id) => nameOf(catalogue.tags, id)),
    note: entry.notes,
    start: toLocalIso(Date.parse(entry.startTime), zone),
    end: entry.endTime === null ? null : toLocalIso(Date.parse(entry.endTime), zone),
    minutes: Math.round(entry.duration / MINUTE_MS),
    isRunning: entry.isRunning,
  }
}

/** The period in days of the account. */
export function requireDays(typed: string, { formats, tools }: ToolCall) {
  const { dateOrder, zone } = formats
  const period = readPeriod(typed, { today: dateOf(tools.now(), zone), dateOrder, weekStart: firstWeekday(formats) })
  if (period === undefined) throw new ToolError('invalid', `“${typed}” is not a period.`, { field: 'period' })
  return period
}

function requireTime(field: string, typed: string, { formats: { zone } }: ToolCall) {
  const at = readLocalIso(typed, zone)
  if (at === undefined) throw new ToolError('invalid', `“${typed}” is not an ISO time.`, { field })
  return at
}

/** The ids that the names of a filter mean. */
export function toFilter(
  { project, task, tag }: { project?: string | undefined; task?: string | undefined; tag?: string | undefined },
  { catalogue }: ToolCall,
) {
  const projectId = project === undefined ? undefined : findProject(catalogue, project).id
  return {
    projectId,
    taskId: task === undefined ? undefined : findTask(catalogue, task, projectId).id,
    tagId: tag === undefined ? undefined : requireNamed('tag', catalogue.tags, tag).id,
  }
}

export const filterFields = {
  project: subjectFields.project.describe('Only this project'),
  task: subjectFields.task.describe('Only this task'),
  tag: subjectFields.task.describe('Only this tag'),
  search: z.string().max(200).optional().describe('Words in the note or the names'),
}

const find = defineTool({
  title: 'Find time entries',
  description: 'Lists time entries, the latest first. Each has the id that the other tools need.',
  kind: 'reads',
  input: z.object({
    ...filterFields,
    period: Period.optional(),
    limit: z.int().min(1).max(200).optional().describe('Default: 50'),
  }),
  async run({ period, limit = 50, search, ...names }, call) {
    const days = period === undefined ? undefined : requireDays(period, call)
    const at = (date: string) => new Date(startOfDate(date, call.formats.zone)).toISOString()
    const range = days && { startDate: at(days.from), endDate: at(shiftDate(days.to, 1)) }
    const query = { ...toFilter(names, call), search, ...range, limit: limit + 1 }
    const entries = await call.call(timeEntries.list, { query })
    return {
      entries: entries.slice(0, limit).map((entry) => describeEntry(entry, call)),
      hasMore: entries.length > limit,
      timeZone: call.formats.zone,
    }
  },
})

const add = defineTool({
  title: 'Add a time entry',
  description: 'Adds work that is already done. Give a start and either an end or the minutes.',
  kind: 'changes',
  input: z.object({
    ...subjectFields,
    start: LocalTime,
    end: LocalTime.optional(),
    minutes: z.number().min(1).max(60_000).optional(),
  }),
  async run({ start, end, minutes, ...names }, call) {
    if ((end === undefined) === (minutes === undefined))
      throw new ToolError('invalid', 'Give either an end or the minutes.', { field: 'end' })
    const { state } = await call.timer.read()
    const subject = toSubject(call.catalogue, names, state.subject?.projectId)
    if (subject === undefined) throw new ToolError('no-project', NO_PROJECT, { field: 'project' })
    const startedAt = requireTime('start', start, call)
    const endedAt = end === undefined ? startedAt + minutes! * MINUTE_MS : requireTime('end', end, call)
    const { projectId: project, taskId: task, tags, notes } = subject
    const [startTime, endTime] = [new Date(startedAt).toISOString(), new Date(endedAt).toISOString()]
    const body = { id: call.tools.newId(), project, task, tags: [...tags], notes, startTime, endTime }
    return { added: describeEntry(await call.call(timeEntries.create, { body }), call) }
  },
})

const update = defineTool({
  title: 'Correct a time entry',
  description: 'Changes the given fields of a time entry; the others stay. The app keeps the history of each entry.',
  kind: 'changes',
  isIdempotent: true,
  input: z.object({
    ...subjectFields,
    id: z.string().max(64),
    project: subjectFields.project.describe('The new project. The task is removed unless one is given.'),
    start: LocalTime.optional(),
    end: LocalTime.optional(),
  }),
  async run({ id, project, task, tags, note, start, end }, call) {
    const { catalogue } = call
    const entry = await call.call(timeEntries.read, { params: { id } })
    const projectId = project === undefined ? undefined : findProject(catalogue, project).id
    const taskId = task === undefined ? undefined : findTask(catalogue, task, projectId ?? entry.project).id
    const body = {
      project: projectId,
      task: taskId ?? (projectId === undefined || projectId === entry.project ? undefined : null),
      tags: tags?.map((typed) => requireNamed('tag', catalogue.tags, typed).id),
      notes: note,
      startTime: start && new Date(requireTime('start', start, call)).toISOString(),
      endTime: end && new Date(requireTime('end', end, call)).toISOString(),
    }
    const changed = await call.call(timeEntries.update, { params: { id }, body })
    return { before: describeEntry(entry, call), after: describeEntry(changed, call) }
  },
})

const remove = defineTool({
  title: 'Delete a time entry',
  description: 'Moves a time entry to the trash, after the user was asked. The user can bring it back in the app.',
  kind: 'destroys',
  isIdempotent: true,
  input: z.object({ id: z.string().max(64), ...confirmField }),
  async run({ id, confirm }, call) {
    const item = describeEntry(await call.call(timeEntries.read, { params: { id } }), call)
    const question = `Delete the time entry of ${item.start}: ${item.minutes} minutes of ${item.project}?`
    const reply = askBefore({ question, item, confirm }, call)
    if (reply !== undefined) return reply
    await call.call(timeEntries.remove, { params: { id }, query: {} })
    return { deleted: item }
  },
})

export const entryTools = { entries_find: find, entry_add: add, entry_update: update, entry_delete: remove }
