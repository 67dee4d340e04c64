import type { Input } from '#contract/endpoint.ts'
import type { timeEntries } from '#contract/time-entries.ts'

export type EntryFilter = Input<typeof timeEntries.totals>['query']
export type EntryDraft = Input<typeof timeEntries.create>['body']
export type EntryChange = Input<typeof timeEntries.update>['body']
export type BulkInput = Input<typeof timeEntries.bulkUpdate>['body']
export type BulkChange = BulkInput['change']
