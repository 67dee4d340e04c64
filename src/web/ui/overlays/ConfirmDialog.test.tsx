import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { createDeferred } from '#web/testing/deferred.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

beforeAll(startI18n)
afterEach(cleanup)

test('the dialog stays open until the deletion has finished', async () => {
  const deletion = createDeferred<void>()
  render(<DeleteDialog onConfirm={() => deletion.promise} />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: 'Delete it?' })).toBeTruthy()

  deletion.resolve()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a failed deletion shows an error and can be repeated', async () => {
  let attempts = 0
  render(<DeleteDialog onConfirm={() => (++attempts === 1 ? Promise.reject(new Error('refused')) : undefined)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Please try again.')

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

function DeleteDialog({ onConfirm }: { onConfirm: () => Promise<void> | undefined }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Delete it?"
      confirmLabel="Delete"
      onConfirm={async () => onConfirm()}
    >
      This cannot be undone.
    </ConfirmDialog>
  )
}
