import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tooltip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

function show() {
  render(<IconButton label="Continue" icon="▸" />)
  const button = screen.getByRole('button', { name: 'Continue' })
  fireEvent.pointerEnter(button.parentElement!, { pointerType: 'mouse' })
  return button
}

test('an icon button shows its tooltip while the mouse rests on it', () => {
  const button = show()
  wait(400)
  expect(tooltip()).toBeUndefined()
  wait(200)
  expect(tooltip()).toBe('Continue')
  fireEvent.pointerLeave(button.parentElement!)
  expect(tooltip()).toBeUndefined()
})

test('the tooltip describes its button while it is shown, beside other descriptions', () => {
  render(<IconButton label="Continue" icon="▸" aria-describedby="help" />)
  const button = screen.getByRole('button', { name: 'Continue' })
  fireEvent.pointerEnter(button.parentElement!, { pointerType: 'mouse' })
  expect(button.getAttribute('aria-describedby')).toBe('help')
  wait(600)
  const { id } = screen.getByRole('tooltip', { hidden: true })
  expect(button.getAttribute('aria-describedby')).toBe(`help ${id}`)
  fireEvent.pointerLeave(button.parentElement!)
  expect(button.getAttribute('aria-describedby')).toBe('help')
})

test.each(['keyDown', 'pointerDown', 'scroll'] as const)('%s hides the tooltip of an icon button', (name) => {
  show()
  wait(600)
  fireEvent[name](window)
  expect(tooltip()).toBeUndefined()
})

test('touching an icon button shows no tooltip', () => {
  render(<IconButton label="Continue" icon="▸" />)
  fireEvent.pointerEnter(screen.getByRole('button').parentElement!, { pointerType: 'touch' })
  wait(600)
  expect(tooltip()).toBeUndefined()
})
