import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import type { ImportPreview, ImportResult } from '#contract/files/imports.ts'
import { createUploadStore } from '#server/http/uploads/upload-store.ts'
import { testApp } from './test-app.ts'

const TOGGL_HEADINGS =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags'
/** A row of a Toggl export. */
export const togglRow = (values: Partial<Record<string, string>> = {}) => {
  const all = {
    User: 'Ann',
    Email: 'ann@example.org',
    Client: 'Acme',
    Project: 'Web',
    Task: 'Draw',
    Description: 'Sketch',
    Billable: 'No',
    'Start date': '2026-03-01',
    'Start time': '09:00:00',
    'End date': '2026-03-01',
    'End time': '10:30:00',
    Duration: '01:30:00',
    Tags: 'deep, calm',
    ...values,
  }
  return TOGGL_HEADINGS.split(',')
    .map((heading) => `"${all[heading as keyof typeof all]}"`)
    .join(',')
}
export const togglFile = (...rows: string[]) => [TOGGL_HEADINGS, ...rows].join('\r\n')

/** A file as the server has received it. */
export function toUpload(content: string | Buffer) {
  const store = createUploadStore(tmpdir())
  store.add(Buffer.from(content))
  return store.finish()
}

type Payload = string | Buffer | Readable

/** A user who imports files. */
export async function testImports(environment: Record<string, string> = {}) {
  const { app, db, clock, signUp } = await testApp({ DATA_DIR: tmpdir(), ...environment })
  const ann = await signUp('Ann')
  const send = (path: string, payload: Payload, type = 'text/csv') =>
    app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': type },
    })
  const requestPreview = (text: Payload, query = 'zone=Europe/Madrid') => send(`/imports/preview?${query}`, text)
  const requestImport = (text: Payload, query = 'zone=Europe/Madrid') => send(`/imports?${query}`, text)
  const names = async (path: string) =>
    (await ann.get(path)).json().data.map(({ name }: { name: string }) => name) as string[]
  return {
    app,
    db,
    clock,
    ann,
    signUp,
    send,
    requestPreview,
    requestImport,
    names,
    preview: async (...args: Parameters<typeof requestPreview>) =>
      (await requestPreview(...args)).json().data as ImportPreview,
    result: async (...args: Parameters<typeof requestImport>) =>
      (await requestImport(...args)).json().data as ImportResult,
    entries: async () => (await ann.get('/time-entries')).json().data,
  }
}
