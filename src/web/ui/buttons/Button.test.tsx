import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { Button } from './Button.tsx'

afterEach(cleanup)

test('a busy button keeps its focus and ignores a second click', async () => {
  const save = vi.fn((event: React.FormEvent) => event.preventDefault())
  const { rerender } = render(<Form busy={false} onSubmit={save} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(<Form busy onSubmit={save} />)
  await userEvent.keyboard('{Enter}')

  expect(save).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('J4 a button shows its single-key shortcut only while those are enabled', () => {
  render(
    <>
      <Button kbd="N">Skip</Button>
      <Button kbd="Ctrl ↵">Save</Button>
    </>,
  )
  const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(labels()).toEqual(['SkipN', 'SaveCtrl ↵'])
  act(() => setSingleKeyShortcutsEnabled(false))
  expect(labels()).toEqual(['Skip', 'SaveCtrl ↵'])
  act(() => setSingleKeyShortcutsEnabled(true))
  expect(labels()).toEqual(['SkipN', 'SaveCtrl ↵'])
})

function Form({ busy, onSubmit }: { busy: boolean; onSubmit: (event: React.FormEvent) => void }) {
  return (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}
