import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#contract/files/uploads.ts'
import { choose, drop, FILE, PREVIEW, renderPage, server, serveImports } from './testing/import-page.tsx'

serveImports()

test('M24 a file that is too large or empty is rejected before it is sent', async () => {
  renderPage()
  const large = new File(['x'], 'large.csv')
  Object.defineProperty(large, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  await choose(large)
  expect((await screen.findByRole('alert')).textContent).toContain('large.csv is 513 MB')
  await choose(new File([], 'empty.csv'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('empty.csv is empty.'))
  expect(server.requests).toEqual([])
})

test('one file can be dropped anywhere on the page, and the browser does not open it', async () => {
  renderPage()
  await screen.findByLabelText('Choose a file')
  expect(drop(FILE, FILE).defaultPrevented).toBe(true)
  expect((await screen.findByRole('alert')).textContent).toContain('One file at a time')
  expect(drop(FILE).defaultPrevented).toBe(true)
  expect(await screen.findByRole('button', { name: 'Import 3 entries' })).toBeDefined()
  expect(server.requests).toHaveLength(1)
})

test('M21 a file is previewed with its problems, and imported with the same query', async () => {
  renderPage()
  await choose(FILE)
  expect(await screen.findByText('This is not a date.')).toBeDefined()
  expect(screen.getByText('Line 6: 31/02/2026')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'hours.csv' }))
  expect(screen.getByText('3 new, 1 already there, 1 left out')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 entries' }))
  const done = await screen.findByRole('heading', { name: '3 entries imported' })
  expect(document.activeElement).toBe(done)
  expect(screen.getByText(/Also created: 2 projects/)).toBeDefined()
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/imports/preview', '/api/imports'])
  expect(server.requests[1]?.query).toEqual({ ...server.requests[0]!.query, upload: 'u1', fileName: 'hours.csv' })
})

test('M21 an ambiguous date order has to be answered before the import', async () => {
  server.answer = (_, { dateOrder }) =>
    dateOrder === undefined ? { ...PREVIEW, dateOrder: 'ambiguous', ambiguousDate: '03/04/2026' } : PREVIEW
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Order of day and month' })
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  expect(
    within(question)
      .getAllByRole('radio')
      .some((radio) => (radio as HTMLInputElement).checked),
  ).toBe(false)
  await userEvent.click(within(question).getByRole('radio', { name: '4 March 2026' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(server.requests[1]?.query['dateOrder']).toBe('month-first')
  expect(within(question).getByRole('radio', { name: '4 March 2026' })).toHaveProperty('checked', true)
})

test('M21 a file without a start column asks for it and cannot be imported', async () => {
  server.answer = () => ({ ...PREVIEW, missing: ['start'], counts: { ...PREVIEW.counts, new: 0 } })
  renderPage()
  await choose(FILE)
  expect(await screen.findByText('No column tells when an entry starts. Which one does?')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Remark: Not imported/ })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
})

test('M21 what a number means has to be said before the import', async () => {
  server.answer = (_, { unit }) =>
    unit === undefined ? { ...PREVIEW, unit: 'ambiguous', ambiguousDuration: '25' } : PREVIEW
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Unit of the durations' })
  expect(within(question).getByRole('heading', { name: 'How long is 25?' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Choose the unit of the durations to import the entries.')).toBeDefined()
  await userEvent.click(within(question).getByRole('radio', { name: '25 minutes' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(server.requests[1]?.query['unit']).toBe('minutes')
})

test('M21 if the encoding is not certain, a spelling has to be chosen before the import', async () => {
  const encodings = [
    { encoding: 'windows-1252', example: 'Mañana' },
    { encoding: 'windows-1250', example: 'Mańana' },
  ]
  server.answer = (_, { encoding }) => ({
    ...PREVIEW,
    encodings,
    encoding: encoding ?? 'windows-1252',
    isEncodingCertain: encoding !== undefined,
  })
  renderPage()
  await choose(FILE)
  const question = await screen.findByRole('region', { name: 'Encoding' })
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
  await userEvent.click(within(question).getByRole('radio', { name: 'Mańana' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' })).toHaveProperty('disabled', false),
  )
  expect(server.requests[1]?.query['encoding']).toBe('windows-1250')
})

test('M28 until somebody is chosen, the button does not count the entries of all', async () => {
  server.answer = () => ({ ...PREVIEW, people: ['bob', 'cem'].map((person) => ({ person, rows: 2 })) })
  renderPage()
  await choose(FILE)
  expect(await screen.findByText('Choose whose entries to import.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
})

test('M28 in the file of a team the user’s own rows are preselected', async () => {
  const people = ['bob@example.org', 'ann@example.org'].map((person) => ({ person, rows: 2 }))
  server.answer = () => ({ ...PREVIEW, people })
  renderPage()
  await choose(FILE)
  expect(await screen.findByRole('button', { name: /^Whose entries: ann@example.org/ })).toBeDefined()
  await waitFor(() =>
    expect(server.requests.map(({ query }) => query['person'])).toEqual([undefined, 'ann@example.org']),
  )
})

test('M23 changing an option loads a new preview and cancels a pending one', async () => {
  const LONG = { ...PREVIEW.problems.first[0]!, kind: 'too-long' as const }
  const preview = { ...PREVIEW, problems: { count: 1, first: [LONG] } }
  server.answer = (_, { long }) => (long === 'keep' ? new Promise(() => {}) : preview)
  renderPage()
  await choose(FILE)
  const long = await screen.findByRole('switch', { name: /more than 24 hours/ })
  await userEvent.click(long)
  await waitFor(() => expect(server.requests[1]?.query['long']).toBe('keep'))
  await userEvent.click(long)
  await waitFor(() => expect(server.requests[1]?.signal.aborted).toBe(true))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 3 entries' }).getAttribute('aria-busy')).toBeNull(),
  )
})
