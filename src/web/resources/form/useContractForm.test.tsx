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

test('nothing is wrong before the first try, and what is wrong goes away while it is mended', async () => {
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

test('the contract’s reading of the values is sent, not the typing', async () => {
  render(<DraftForm />)
  await fill('Name', '  Atlas ')
  await submit()
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Atlas', note: '' })
})

test('what the server refuses is shown on its field until that is changed', async () => {
  save.mockRejectedValueOnce(new ApiError('invalid', { message: 'Check', details: { name: 'Already taken' } }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  await screen.findByText('Already taken')
  expect(screen.getByRole('alert').textContent).toBe('')
  await fill('Name', '!')
  expect(screen.queryByText('Already taken')).toBeNull()
})

test('a refusal about no field in particular is told once', async () => {
  save.mockRejectedValueOnce(new ApiError('unauthenticated', { message: 'Invalid email or password' }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  await screen.findByText('Invalid email or password')
})

test('a refusal without a sentence is told in the form’s own words', async () => {
  save.mockRejectedValueOnce(new ApiError('internal', { status: 500 }))
  render(<DraftForm />)
  await fill('Name', 'Atlas')
  await submit()
  await screen.findByText('Failed to update user')
})

test('what is typed counts as unsaved until it is saved', async () => {
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

test('what is chosen rather than typed is checked alike', async () => {
  render(<DraftForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
  await fill('Name', 'Atlas')
  await submit()
  screen.getByText('At most 3 characters')
})
