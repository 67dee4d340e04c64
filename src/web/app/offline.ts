import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { showWaiting } from '#web/api/changes.ts'
import { openDatabase } from '#web/api/database.ts'
import { startDelivery } from '#web/api/delivery.ts'
import { keepLastData } from '#web/api/last-data.ts'
import { createOutbox } from '#web/api/outbox.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { setGlobalError } from './global-error.ts'

const LISTS: QueryKey[] = [projectList, clientList, taskList, tagList, presetList].map(({ query }) => query.queryKey)
const WANTED = [profileQuery.queryKey, [ACTIVITY], [TIME_ENTRIES], ...LISTS]

/** What lists and dashboard need, and who is signed in. */
const isWanted = (key: QueryKey) => WANTED.some((wanted) => wanted.every((word, index) => word === key[index]))

/** Lets the app go on without a server: changes wait, and what was there last is there. */
export function startOffline(client: QueryClient) {
  const database = openDatabase()
  const lastData = keepLastData({ database, client, isWanted })
  const keeper = startDelivery({ outbox: createOutbox(database), client, report: setGlobalError })
  return {
    keeper,
    /** Shows what was there last, and what was done since. */
    async restore() {
      await Promise.all([lastData.restore(), keeper.isReady])
      showWaiting(client)
    },
  }
}

export type Offline = ReturnType<typeof startOffline>
