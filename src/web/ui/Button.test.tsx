import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

afterEach(cleanup)

test('a busy button keeps its focus and does nothing a second time', async () => {
  const save = vi.fn((event: React.FormEvent) => event.preventDefault())
  const { rerender } = render(<Form busy={false} onSubmit={save} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(<Form busy onSubmit={save} />)
  await userEvent.keyboard('{Enter}')

  expect(save).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
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
