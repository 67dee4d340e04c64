import * as z from 'zod'
import { nameOf } from '#client/catalogue.ts'
import { reports } from '#contract/reports.ts'
import { firstWeekday } from '#core/formats.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { defineTool } from '#client/assistant/toolbox.ts'
import { filterFields, requireDays, toFilter } from './entry-tools.ts'
import { Period } from './fields.ts'

const summarise = defineTool({
  title: 'Summarise a period',
  description: 'Adds up the saved time of a period by project, client, task, tag, day, week or month.',
  kind: 'reads',
  input: z.object({
    ...filterFields,
    period: Period,
    by: z.enum(['project', 'client', 'task', 'tag', 'day', 'week', 'month']).optional().describe('Default: project'),
  }),
  async run({ period, by = 'project', search, ...names }, call) {
    const { catalogue, formats } = call
    const { projectId, taskId, tagId } = toFilter(names, call)
    const days = requireDays(period, call)
    const filter = { projects: projectId, tasks: taskId, tags: tagId, search }
    const grouping = { group: by, zone: formats.zone, weekStart: firstWeekday(formats) }
    const { total, lines } = await call.call(reports.summary, { query: { ...days, ...filter, ...grouping } })
    const lists = { client: catalogue.clients, project: catalogue.projects, task: catalogue.tasks, tag: catalogue.tags }
    const labelOf = (key: string | null) =>
      key !== null && by in lists ? nameOf(lists[by as keyof typeof lists], key) : key
    return {
      ...days,
      by,
      totalMinutes: Math.round(total.milliseconds / MINUTE_MS),
      entries: total.entries,
      lines: lines.map(({ key, milliseconds, entries }) => {
        return { name: labelOf(key), minutes: Math.round(milliseconds / MINUTE_MS), entries }
      }),
    }
  },
})

const list = defineTool({
  title: 'List projects, tasks, tags and presets',
  description: 'Lists the names that the other tools take. Archived projects and completed tasks are left out.',
  kind: 'reads',
  input: z.object({ kind: z.enum(['projects', 'tasks', 'tags', 'clients', 'presets']) }),
  run: async ({ kind }, { catalogue }) => {
    const { projects, tasks, tags, clients, presets } = catalogue
    const lists = {
      projects: () =>
        projects
          .filter(({ status }) => status === 'active')
          .map(({ name, client }) => ({ name, client: nameOf(clients, client) || null })),
      tasks: () =>
        tasks
          .filter(({ status }) => status !== 'completed')
          .map(({ name, project }) => ({ name, project: nameOf(projects, project) })),
      tags: () => tags.map(({ name }) => ({ name })),
      clients: () => clients.map(({ name }) => ({ name })),
      presets: () =>
        presets.map(({ name, workDuration, breakDuration, repetitions }) => {
          return { name, workMinutes: workDuration, breakMinutes: breakDuration, sessions: repetitions }
        }),
    }
    return { [kind]: lists[kind]() }
  },
})

export const overviewTools = { report_summary: summarise, catalogue_list: list }
