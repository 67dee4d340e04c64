import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { IdParams, Id, name, NewId, text, Time } from './fields.ts'

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

export const reportViews = {
  list: {
    method: 'GET',
    path: '/report-views',
    summary: 'All saved report views, by name',
    reply: z.array(ReportView),
  },
  read: {
    method: 'GET',
    path: '/report-views/:id',
    summary: 'One report view',
    params: IdParams,
    reply: ReportView,
  },
  create: {
    method: 'POST',
    path: '/report-views',
    summary: 'Saves a report view',
    creates: true,
    body: ReportViewDraft,
    reply: ReportView,
  },
  update: {
    method: 'PUT',
    path: '/report-views/:id',
    summary: 'Changes a report view; omitted fields stay unchanged',
    params: IdParams,
    body: ReportViewChange,
    reply: ReportView,
  },
  remove: {
    method: 'DELETE',
    path: '/report-views/:id',
    summary: 'Deletes a report view',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
