import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { SyncContext } from '#web/sync/sync-context.ts'
import { createTestSync } from '#web/sync/testing/test-sync.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { Toaster } from '#web/ui/feedback/Toaster.tsx'
import { ComboBox } from '#web/ui/options/ComboBox.tsx'
import { TagField } from '#web/ui/options/TagField.tsx'
import { useTagOptions } from './queries.ts'

const AT = '2026-03-02T09:00:00.000Z'
const item = (id: string, name: string) => ({ id, name, createdAt: AT, updatedAt: AT })
const tag = (id: string, name: string) => ({ ...item(id, name), color: '#16a34a' })
const task = (id: string, name: string, project: string, status = 'pending') => ({
  ...item(id, name),
  description: '',
  project,
  status,
})

/** Requests so far, and the lists of the fake server with everything created. */
let requests: { method: string; path: string; body: Record<string, unknown> }[]
let lists: Record<string, { id: string }[]>
/** Delays the replies to POST requests. */
let answering = Promise.resolve()

const sync = createTestSync()

beforeAll(loadEnglish)
afterAll(sync.stop)
beforeEach(() => {
  requests = []
  lists = {
    '/api/tags': [tag('t1', 'design')],
    '/api/tasks': [task('a', 'Open', 'p1'), task('b', 'Done', 'p1', 'completed'), task('c', 'Other', 'p2')],
  }
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const sent = JSON.parse(body) as Record<string, unknown>
    requests.push({ method, path, body: sent })
    const isRefused = sent['name'] === 'taken'
    const reply = isRefused
      ? { ok: false, code: 'conflict', message: 'Check', error: 'Check', details: { name: 'Already there' } }
      : { ok: true, data: method === 'GET' ? lists[path] : method === 'POST' ? made(sent) : null }
    const answer = new Response(JSON.stringify(reply), { status: isRefused ? 409 : 200 })
    return method === 'POST' ? answering.then(() => answer) : Promise.resolve(answer)
  })
})
afterEach(() => {
  cleanup()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
  vi.unstubAllGlobals()
})

const made = (sent: Record<string, unknown>) => ({
  ...tag('', ''),
  description: '',
  status: 'pending',
  ...sent,
})

function Tags() {
  const [value, onChange] = useState<string[]>([])
  return <TagField label="Tags" value={value} onChange={onChange} {...useTagOptions({ value, onChange })} />
}

function Task() {
  const [value, onChange] = useState<string>()
  return <ComboBox label="Task" value={value} onChange={onChange} {...useTaskOptions('p1', { value, onChange })} />
}

function show(field: React.ReactNode) {
  render(
    <SyncContext value={sync}>
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        {field}
        <Toaster />
      </QueryClientProvider>
    </SyncContext>,
  )
}

async function create(label: string, name: string) {
  await userEvent.type(screen.getByRole('combobox', { name: label }), name)
  await userEvent.click(await screen.findByRole('option', { name: `Create “${name}”` }))
}
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))
const posted = () => requests.filter(({ method }) => method === 'POST')

test('F5 tags created faster than the server replies are all selected, and one can be undone', async () => {
  let answer = () => {}
  answering = new Promise((resolve) => (answer = resolve))
  show(<Tags />)
  await create('Tags', 'deep')
  await create('Tags', 'billing')
  answer()
  await screen.findByRole('button', { name: 'Remove deep', hidden: true })
  await screen.findByRole('button', { name: 'Remove billing', hidden: true })
  expect(posted().map(({ path, body }) => [path, body['name']])).toEqual([
    ['/api/tags', 'deep'],
    ['/api/tags', 'billing'],
  ])

  await userEvent.click(toasts().getAllByRole('button', { name: 'Undo' })[0]!)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove deep', hidden: true })).toBeNull())
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'DELETE',
    path: expect.stringContaining(`/api/tags/${String(posted()[0]?.body['id'])}?trash=`),
  })
  expect(screen.queryByRole('button', { name: 'Remove billing', hidden: true })).not.toBeNull()
})

test('F5 a task is created in the selected project and offered beside its open tasks', async () => {
  show(<Task />)
  const field = screen.getByRole('combobox', { name: 'Task' })
  await userEvent.click(field)
  await screen.findByRole('option', { name: 'Open' })
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await create('Task', 'Wireframes')
  await waitFor(() => expect(posted()).toMatchObject([{ body: { name: 'Wireframes', project: 'p1' } }]))
  await waitFor(() => expect(field).toHaveProperty('value', 'Wireframes'))
  toasts().getByText('Task “Wireframes” created')
})

test('F5 a rejected task shows the error, and nothing is selected', async () => {
  show(<Task />)
  await create('Task', 'taken')
  await toasts().findByText('Already there')
  expect(toasts().queryByText(/created/)).toBeNull()
})
