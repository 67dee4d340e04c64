import * as z from 'zod/mini'
import { crudEndpoints } from './endpoint.ts'
import { Id, name, NewId, text, Time } from './fields.ts'

const ReportView = z.object({
  id: Id,
  name: z.string(),
  /** The query string of the report page. */
  search: z.string(),
  createdAt: Time,
  updatedAt: Time,
})
export type ReportView = z.infer<typeof ReportView>

const Search = text(4_000)
const ReportViewDraft = z.object({ id: NewId, name: name(), search: z._default(Search, '') })
export type ReportViewDraft = z.infer<typeof ReportViewDraft>

/** Omitted fields stay unchanged. */
const ReportViewChange = z.object({ name: z.optional(name()), search: z.optional(Search) })
export type ReportViewChange = z.infer<typeof ReportViewChange>

export const reportViews = crudEndpoints(
  '/report-views',
  [ReportView, ReportViewDraft, ReportViewChange],
  {
    list: 'All saved report views, by name',
    read: 'One report view',
    create: 'Saves a report view',
    update: 'Changes a report view; omitted fields stay unchanged',
    remove: 'Deletes a report view',
  },
  'reports',
)
