import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { activity } from '#contract/activity.ts'
import { clients } from '#contract/clients.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { overview } from '#contract/overview.ts'
import { projects } from '#contract/projects.ts'
import { reports } from '#contract/reports.ts'
import { tags } from '#contract/tags.ts'
import { tasks } from '#contract/tasks.ts'
import { timeEntries } from '#contract/time-entries.ts'
import { timerPresets } from '#contract/timer-presets.ts'
import { users } from '#contract/users.ts'
import { openDatabase } from '#web/api/offline/database.ts'
import { createOutbox } from '#web/api/offline/mutation-outbox.ts'
import { applyQueueToCache } from '#web/api/offline/mutation-queue.ts'
import { startMutationSync } from '#web/api/offline/mutation-sync.ts'
import { persistQueries, replyVersion } from '#web/api/offline/query-persistence.ts'
import { setGlobalError } from '#web/app/shell/global-error.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'

/** The queries that lists, reports and the dashboard need, by the beginning of their keys, and the replies in them. */
const PERSISTED = [
  persisted(profileQuery.queryKey, users.profile),
  persisted([ACTIVITY], activity.list, overview.read, reports.summary, reports.series, reports.rhythm, reports.entries),
  persisted([TIME_ENTRIES], timeEntries.list, timeEntries.totals),
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

/** Lets the app work without a server: mutations are queued, and the latest query results are persisted. */
export function startOffline(client: QueryClient) {
  const database = openDatabase()
  const persistence = persistQueries({ database, client, versionOf })
  const mutationQueue = startMutationSync({ outbox: createOutbox(database), client, report: setGlobalError })
  return {
    mutationQueue,
    /** Restores the persisted results and applies the queued mutations. */
    async restore() {
      await Promise.all([persistence.restore(), mutationQueue.whenReady])
      applyQueueToCache(client)
    },
  }
}

export type Offline = ReturnType<typeof startOffline>
