import type { PublicReport } from '#contract/integrations/shared-reports.ts'
import { testApp } from '#server/testing/test-app.ts'

export const ALL_FIELDS = { clients: true, tasks: true, tags: true, entries: true, notes: true }

/** A verified user with an hour of work in the present week, and a stranger who has the link of a view. */
export async function testLink(settings: object = {}, { search = '', environment = {} } = {}) {
  const parts = await testApp(environment)
  const { app, db, clock, post } = parts
  const ann = await parts.signUp('Ann')
  await db.updateTable('users').set({ verified_at: 1 }).where('id', '=', ann.user.id).execute()
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'Acme' })
  const project = await make('/projects', { name: 'Website', client })
  const task = await make('/tasks', { name: 'Header', project })
  const tag = await make('/tags', { name: 'deep' })
  const subject = { project, task, tags: [tag], notes: 'first draft' }
  const work = { ...subject, startTime: '2026-03-02T07:00:00Z', endTime: '2026-03-02T08:00:00Z' }
  await make('/time-entries', work)
  const view = await make('/report-views', { name: 'Week for Acme', search })
  const share = async (change: object) => (await ann.put(`/shared-reports/${view}`, change)).json().data
  const { link } = await share({ zone: 'Europe/Madrid', ...settings })
  const secretOf = (link: string) => link.slice(link.indexOf('#') + 1)
  const open = (body: object = {}, headers: Record<string, string> = {}) =>
    post('/public-report/open', { secret: secretOf(link), ...body }, headers)
  /** Without a session. */
  const get = (path: string, query: Record<string, string>) =>
    app.inject({ url: `/api/public-report${path}?${new URLSearchParams(query).toString()}` })
  const openGrant = async (body: object = {}) => (await open(body)).json().data.grant as string
  const read = async (grant?: string): Promise<PublicReport> =>
    (await get('', { grant: grant ?? (await openGrant()) })).json().data
  return {
    ...parts,
    ann,
    make,
    ids: { client, project, task, tag, view },
    link,
    secretOf,
    share,
    open,
    openGrant,
    get,
    read,
    clock,
    work,
  }
}
