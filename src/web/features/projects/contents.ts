import { queryOptions } from '@tanstack/react-query'
import { projects } from '#contract/projects.ts'
import { call } from '#web/api/call.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'

/** The contents of a project. Nested below the activity key: every change of its time invalidates it. */
export const contentsQuery = (id: string) =>
  queryOptions({
    queryKey: [ACTIVITY, 'contents', id],
    queryFn: () => call(projects.contents, { params: { id } }),
  })
