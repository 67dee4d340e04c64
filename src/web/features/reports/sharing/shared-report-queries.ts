import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { sharedReports } from '#contract/integrations/shared-reports.ts'
import { call } from '#web/api/call.ts'

export const sharedReportsQuery = queryOptions({
  queryKey: ['shared-reports'],
  queryFn: () => call(sharedReports.list, {}),
})

export type SharingChange = Input<typeof sharedReports.share>['body']

/** The screen that changes a shared report shows the error. */
const useChange = <Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: sharedReportsQuery.queryKey }),
    meta: { showsError: true },
  })
}

export const useShare = (id: string) =>
  useChange((body: SharingChange) => call(sharedReports.share, { params: { id }, body }))

export const useReplaceLink = () => useChange((id: string) => call(sharedReports.replaceLink, { params: { id } }))

export const useRevoke = () => useChange((id: string) => call(sharedReports.revoke, { params: { id } }))
