import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type Goal, goals } from '#contract/goals/goals.ts'
import { review } from '#contract/goals/review.ts'
import { NO_TARGET, type Target } from '#core/goals/goals.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'

export type GoalTargets = Pick<Goal, 'days' | 'week'>

export const NO_TARGETS: GoalTargets = { days: Array<Target>(7).fill(NO_TARGET), week: NO_TARGET }

export const goalListQuery = queryOptions({ queryKey: ['goals'], queryFn: () => call(goals.list, {}) })

type ProgressRange = Omit<Input<typeof goals.progress>['query'], 'project'>

/** What was done of the goal of a project, or of all work if it is null. Undefined: nothing is asked for. */
export const goalProgressQuery = ({ from, to, zone, weekStart }: ProgressRange, project: string | null | undefined) => {
  const query = { from, to, zone, weekStart, ...(project && { project }) }
  return queryOptions({
    queryKey: [ACTIVITY, 'goals', query],
    queryFn: project === undefined ? skipToken : () => call(goals.progress, { query }),
  })
}

/** Sets the goal of a project or of all work from today on. The form that uses it shows the error. */
export function useSetGoal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ project, days, week }: Pick<Goal, 'project'> & GoalTargets) => {
      const body: Input<typeof goals.set>['body'] = { project, from: dateOf(Date.now(), currentZone()), days, week }
      return call(goals.set, { body })
    },
    onSuccess: (all) => {
      client.setQueryData(goalListQuery.queryKey, all)
      refetchAfterChange(client, { queryKey: [ACTIVITY] })
    },
    meta: { showsError: true },
  })
}

/** Whether the review of each week is mailed. */
export const reviewMailQuery = queryOptions({ queryKey: ['review-mail'], queryFn: () => call(review.mail, {}) })

/** The setting shows the error. */
export function useSetReviewMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => call(review.setMail, { body: { isOn, zone: currentZone() } }),
    onSuccess: (reply) => void client.setQueryData(reviewMailQuery.queryKey, reply),
    meta: { showsError: true },
  })
}
