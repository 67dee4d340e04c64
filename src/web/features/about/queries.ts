import { queryOptions } from '@tanstack/react-query'
import { about } from '#contract/about.ts'
import { call } from '#web/api/call.ts'

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => call(about.read, {}),
  staleTime: Infinity,
})
