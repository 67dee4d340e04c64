import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

function show() {
  render(<IconButton label="Continue" icon="▸" />)
  const button = screen.getByRole('button', { name: 'Continue' })
  fireEvent.pointerEnter(button.parentElement!, { pointerType: 'mouse' })
  return button
}

test('an icon says what it means once the pointer rests on it, and no longer when it leaves', () => {
  const button = show()
  wait(400)
  expect(tip()).toBeUndefined()
  wait(200)
  expect(tip()).toBe('Continue')
  fireEvent.pointerLeave(button.parentElement!)
  expect(tip()).toBeUndefined()
})

test.each(['keyDown', 'pointerDown', 'scroll'] as const)('%s hides what an icon says', (name) => {
  show()
  wait(600)
  fireEvent[name](window)
  expect(tip()).toBeUndefined()
})

test('a finger that presses an icon sees no words over it', () => {
  render(<IconButton label="Continue" icon="▸" />)
  fireEvent.pointerEnter(screen.getByRole('button').parentElement!, { pointerType: 'touch' })
  wait(600)
  expect(tip()).toBeUndefined()
})
