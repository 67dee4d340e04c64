import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { toast } from './toast.ts'
import { Toaster } from './Toaster.tsx'

beforeAll(startI18n)

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

afterEach(() => {
  seconds(60)
  vi.useRealTimers()
  cleanup()
})

function seconds(count: number) {
  act(() => {
    vi.advanceTimersByTime(count * 1_000)
  })
}

test('a toast is announced politely and disappears after six seconds', () => {
  act(() => toast.show('Entry deleted'))
  expect(screen.getByRole('status').textContent).toContain('Entry deleted')
  seconds(5)
  expect(screen.queryByText('Entry deleted')).not.toBeNull()
  seconds(1)
  expect(screen.queryByText('Entry deleted')).toBeNull()
})

test('a toast stays while the focus is on it', () => {
  act(() => toast.show('Entry deleted', { action: { label: 'Undo', onPress: () => {} } }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  seconds(60)
  expect(screen.queryByText('Entry deleted')).not.toBeNull()
  act(() => undo.blur())
  seconds(6)
  expect(screen.queryByText('Entry deleted')).toBeNull()
})

test('Undo closes the toast', () => {
  const undo = vi.fn()
  act(() => toast.show('Entry deleted', { action: { label: 'Undo', onPress: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Entry deleted')).toBeNull()
})
