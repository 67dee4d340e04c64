import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { activity } from '#contract/activity.ts'
import { clients } from '#contract/clients.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { calendars } from '#contract/integrations/calendars.ts'
import { overview } from '#contract/overview.ts'
import { projects } from '#contract/projects.ts'
import { reports } from '#contract/reports.ts'
import { tags } from '#contract/tags.ts'
import { tasks } from '#contract/tasks.ts'
import { timeEntries } from '#contract/time-entries.ts'
import { timerPresets } from '#contract/timer-presets.ts'
import { users } from '#contract/users.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { CALENDARS } from '#web/features/calendars/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { openDatabase } from '#web/sync/database.ts'
import { persistQueries, replyVersion } from '#web/sync/query-persistence.ts'

/** The queries that lists, reports and the dashboard need, by the beginning of their keys, and the replies in them. */
const PERSISTED = [
  persisted(profileQuery.queryKey, users.profile),
  persisted(
    [ACTIVITY],
    activity.list,
    timeEntries.list,
    projects.contents,
    overview.read,
    reports.summary,
    reports.series,
    reports.rhythm,
    reports.entries,
  ),
  persisted([TIME_ENTRIES], timeEntries.list, timeEntries.totals),
  persisted([CALENDARS], calendars.list, calendars.events),
  persisted(projectList.query.queryKey, projects.list),
  persisted(clientList.query.queryKey, clients.list),
  persisted(taskList.query.queryKey, tasks.list),
  persisted(tagList.query.queryKey, tags.list),
  persisted(presetList.query.queryKey, timerPresets.list),
]

function persisted(prefix: QueryKey, ...endpoints: Endpoint[]) {
  return { prefix, version: replyVersion(endpoints) }
}

const versionOf = (key: QueryKey) =>
  PERSISTED.find(({ prefix }) => prefix.every((part, index) => part === key[index]))?.version

export const persistAppQueries = (client: QueryClient) =>
  persistQueries({ database: openDatabase(), client, versionOf })
