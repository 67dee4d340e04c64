import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { name } from '#contract/fields.ts'
import { ApiError } from '#web/api/api-error.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { useContractForm } from './useContractForm.ts'

const Draft = z.object({ name: name(), note: z.string().check(z.maxLength(3)) })
const save = vi.fn<(draft: z.infer<typeof Draft>) => Promise<void>>()

function DraftForm() {
  const form = useContractForm(Draft, {
    initial: { name: '', note: '' },
    onSubmit: save,
    fallback: 'settings.failed.update',
  })
  return (
    <form onSubmit={form.submit}>
      <Field label="Name" {...form.field('name')} />
      <Field label="Note" {...form.field('note')} />
      <p role="alert">{form.error}</p>
      <button>Save</button>
      {form.isDirty && <output>Not saved</output>}
      <button type="button" onClick={() => form.control('note').onChange('abcd')}>
        Choose
      </button>
    </form>
  )
}

beforeAll(loadEnglish)
afterEach(() => {
  cleanup()
  save.mockReset()
})

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const fill = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

test('errors show after the first submit and disappear as soon as a field is corrected', async () => {
  render(<DraftForm />)
  await fill('Note', 'long')
  expect(screen.queryByText('At most 3 characters')).toBeNull()
  await submit()
  screen.getByText('This field is required')
  screen.getByText('At most 3 characters')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await fill('Name', 'Atlas')
  expect(screen.queryByText('This field is required')).toBeNull()
  expect(save).not.toHaveBeenCalled()
})

test('the values are submitted as the schema parses them', async () => {
  render(<DraftForm />)
  await fill('Name', '  Atlas ')
  await submit()
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Atlas', note: '' })
})

test('a field error of the server shows until the field is changed', async () => {
  save.mockRejectedValueOnce(new ApiError('invalid', { message: 'Check', details: { name: 'Already taken' } }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  await screen.findByText('Already taken')
  expect(screen.getByRole('alert').textContent).toBe('')
  await fill('Name', '!')
  expect(screen.queryByText('Already taken')).toBeNull()
})

test('an error of the server without a field shows below the form', async () => {
  save.mockRejectedValueOnce(new ApiError('unauthenticated', { message: 'Invalid email or password' }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  expect(await screen.findByText('Invalid email or password')).toBe(screen.getByRole('alert'))
})

test('an error without a message shows the fallback of the form', async () => {
  save.mockRejectedValueOnce(new ApiError('internal', { status: 500 }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  expect(await screen.findByText('Failed to update user')).toBe(screen.getByRole('alert'))
})

test('the form is dirty until it has been saved', async () => {
  save.mockRejectedValueOnce(new ApiError('internal', { status: 500 }))
  render(<DraftForm />)
  expect(screen.queryByText('Not saved')).toBeNull()
  await fill('Name', 'Atlas')
  screen.getByText('Not saved')
  await submit()
  screen.getByText('Not saved')
  await submit()
  expect(screen.queryByText('Not saved')).toBeNull()
})

test('a field that is not a text input is validated too', async () => {
  render(<DraftForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  await fill('Name', 'Atlas')
  await submit()
  expect(screen.getByText('At most 3 characters')).toBeDefined()
  expect(save).not.toHaveBeenCalled()
})

function LazyForm({ load }: { load: () => Promise<typeof Draft> }) {
  const form = useContractForm(load, { initial: { name: '', note: '' }, onSubmit: save })
  return (
    <form onSubmit={form.submit}>
      <Field label="Name" {...form.field('name')} />
      <p role="alert">{form.error}</p>
      <button>Save</button>
    </form>
  )
}

test('a schema that loads late validates as one that is there', async () => {
  const load = vi.fn(async () => Draft)
  render(<LazyForm load={load} />)
  expect(load).not.toHaveBeenCalled()
  await submit()
  await screen.findByText('This field is required')
  await fill('Name', ' Atlas ')
  await submit()
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Atlas', note: '' }))
})

test('if the schema cannot be loaded, the form says so, keeps the values and can be submitted again', async () => {
  let isOffline = true
  render(
    <LazyForm load={() => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Draft))} />,
  )
  await fill('Name', 'Atlas')
  await submit()
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  expect(save).not.toHaveBeenCalled()
  isOffline = false
  await submit()
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Atlas', note: '' }))
})
