import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { Field } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'

beforeAll(startI18n)
afterEach(cleanup)

test('an error describes its field and replaces the help', () => {
  const { rerender } = render(<Field label="Name" help="At most 100 characters" />)
  expect(descriptionOf(screen.getByLabelText('Name'))).toBe('At most 100 characters')

  rerender(<Field label="Name" help="At most 100 characters" error="A name is needed" />)
  const input = screen.getByLabelText('Name')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(input)).toBe('A name is needed')
})

test('a password can be shown', async () => {
  render(<PasswordField label="Password" />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
})

function descriptionOf(input: HTMLElement) {
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
}
