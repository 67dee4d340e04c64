import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { LazyComboBox } from './LazyComboBox.tsx'

beforeAll(startI18n)
afterEach(cleanup)
// React Aria announces the number of results a moment later and needs the document for it.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 500)))

const OPTIONS = [
  { id: 'atlas', label: 'Atlas redesign' },
  { id: 'helio', label: 'Helio API' },
]

test('text typed before the combo box has loaded filters its list, and the focus stays', async () => {
  const choose = vi.fn()
  render(<LazyComboBox label="Project" options={OPTIONS} value="atlas" onChange={choose} />)
  const before = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' })
  expect(before.value).toBe('Atlas redesign')
  // Without a pause in which the combo box could load.
  act(() => before.focus())
  fireEvent.change(before, { target: { value: 'hel' } })
  await screen.findAllByRole('option')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Helio API'])
  const input = screen.getByRole<HTMLInputElement>('combobox')
  expect(document.activeElement).toBe(input)
  expect([input.value, input.selectionStart]).toEqual(['hel', 3])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(choose).toHaveBeenCalledWith('helio')
})
