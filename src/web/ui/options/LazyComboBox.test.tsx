import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'

beforeAll(startI18n)
// A fresh module has not loaded the combo boxes.
beforeEach(() => void vi.resetModules())
afterEach(cleanup)
// React Aria announces the number of results a moment later, when the document is gone, unless its region was removed.
afterAll(() => document.querySelectorAll('[data-live-announcer]').forEach((region) => region.remove()))

const OPTIONS = [
  { id: 'atlas', label: 'Atlas redesign' },
  { id: 'helio', label: 'Helio API' },
]

/** The input as it is before the combo box has loaded. No await follows, so nothing loads yet. */
async function showStandIn({ canCreate = true } = {}) {
  const { LazyComboBox } = await import('./LazyComboBox.tsx')
  const choose = vi.fn()
  const create = vi.fn()
  render(
    <LazyComboBox
      label="Project"
      options={OPTIONS}
      value="atlas"
      onChange={choose}
      {...(canCreate && { onCreate: create })}
    />,
  )
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' })
  expect(input.value).toBe('Atlas redesign')
  act(() => input.focus())
  return { input, choose, create }
}

test('text typed before the combo box has loaded filters its list, and the focus stays', async () => {
  const { input: before, choose } = await showStandIn({ canCreate: false })
  expect([before.selectionStart, before.selectionEnd]).toEqual([0, 'Atlas redesign'.length])
  fireEvent.change(before, { target: { value: 'hel' } })
  await screen.findAllByRole('option')
  await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Helio API']))
  const input = screen.getByRole<HTMLInputElement>('combobox')
  expect(document.activeElement).toBe(input)
  expect([input.value, input.selectionStart]).toEqual(['hel', 3])
  await userEvent.keyboard('{Enter}')
  expect(choose).toHaveBeenCalledWith('helio')
})

test('keys pressed before the combo box has loaded choose from its list', async () => {
  const { input, choose } = await showStandIn({ canCreate: false })
  fireEvent.change(input, { target: { value: 'hel' } })
  for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(input, { key })
  expect(choose).not.toHaveBeenCalled()
  await waitFor(() => expect(choose).toHaveBeenCalledWith('helio'))
})

test.each([
  ['Enter', 'hel', [['helio']], []],
  ['Enter', 'Garden', [], [['Garden']]],
  ['leaving', 'helio api', [['helio']], []],
])('F13 %s before the combo box has loaded acts on %j', async (key, text, chosen, created) => {
  const { input, choose, create } = await showStandIn()
  fireEvent.change(input, { target: { value: text } })
  if (key === 'Enter') fireEvent.keyDown(input, { key })
  act(() => input.blur())
  await waitFor(() => expect([choose.mock.calls, create.mock.calls]).toEqual([chosen, created]))
})

test.each(['Garden', 'hel'])(
  'F13 a name that was left before the combo box had loaded stays, and is asked about: %s',
  async (name) => {
    const { input, choose } = await showStandIn()
    fireEvent.change(input, { target: { value: name } })
    act(() => input.blur())
    await screen.findByRole('alert')
    expect(screen.getByRole('combobox')).toHaveProperty('value', name)
    expect(choose).not.toHaveBeenCalled()
  },
)

test.each([
  ['helio API', [['helio']], []],
  ['hel', [], []],
  ['Garden', [], [['Garden']]],
])('F13 saving the form before the combo box has loaded takes %j first', async (text, chosen, created) => {
  const { input, choose, create } = await showStandIn()
  fireEvent.change(input, { target: { value: text } })
  const { takeTypedTexts } = await import('./typed-texts.ts')
  await act(takeTypedTexts)
  expect([choose.mock.calls, create.mock.calls]).toEqual([chosen, created])
})
