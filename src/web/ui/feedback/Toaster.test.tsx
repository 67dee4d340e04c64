import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { toast, undoLatest } from './toast.ts'
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
  act(() => void toast.show('Entry deleted'))
  expect(screen.getByRole('status').textContent).toContain('Entry deleted')
  seconds(5)
  expect(screen.queryByText('Entry deleted')).not.toBeNull()
  seconds(1)
  expect(screen.queryByText('Entry deleted')).toBeNull()
})

test('a toast stays while the focus is on it', () => {
  act(() => void toast.show('Entry deleted', { undo: () => {} }))
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
  act(() => void toast.show('Entry deleted', { undo }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Entry deleted')).toBeNull()
})

test('J8 the latest change that can be undone is undone once, also behind other messages', () => {
  const undone: string[] = []
  act(() => {
    toast.show('First', { undo: () => undone.push('first') })
    toast.show('Second', { undo: () => undone.push('second') })
    toast.show('Saved')
  })
  act(undoLatest)
  expect(undone).toEqual(['second'])
  expect(screen.queryByText('Second')).toBeNull()
  act(undoLatest)
  act(undoLatest)
  expect(undone).toEqual(['second', 'first'])
})
