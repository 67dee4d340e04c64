import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { User } from '#contract/users.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EmailForm } from './EmailForm.tsx'

const USER: User = {
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  pendingEmail: null,
  picture: null,
  preferredLanguage: 'en',
  theme: 'light',
  formats: null,
  isVerified: true,
  emailVerificationToken: null,
  hasPassword: true,
}
const GOOGLE_USER = { ...USER, hasPassword: false }
const EXPLANATION = /You have no password\. .* within the last 15 minutes/
const SIGN_IN_AGAIN = 'Please sign out and in again first, then repeat this'

beforeAll(loadEnglish)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The server refuses every change because the session is too old. */
function open(content: ReactElement) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string))
    const refusal = { ok: false, code: 'invalid', message: SIGN_IN_AGAIN, error: SIGN_IN_AGAIN }
    return Response.json(refusal, { status: 400 })
  })
  const routeTree = createRootRoute({ component: () => content })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { bodies, user: userEvent.setup() }
}

async function openDeleteDialog(account: User) {
  const parts = open(<DeleteAccount user={account} />)
  await parts.user.click(await screen.findByRole('button', { name: 'Delete account' }))
  return { ...parts, dialog: within(await screen.findByRole('alertdialog')) }
}

test('A17 a user without a password reads why deleting the account may need a new sign-in, and the reason of a refusal', async () => {
  const { bodies, user, dialog } = await openDeleteDialog(GOOGLE_USER)
  expect(dialog.getByText(EXPLANATION)).toBeDefined()
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(await dialog.findByText(SIGN_IN_AGAIN)).toBeDefined()
  expect(bodies).toEqual([{}])
})

test('A17 a user with a password is asked for it before the account is deleted, however recent the sign-in', async () => {
  const { bodies, user, dialog } = await openDeleteDialog(USER)
  expect(dialog.queryByText(EXPLANATION)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect(dialog.getByText('This field is required')).toBeDefined()
  expect(bodies).toEqual([])
})

test('A17 a user without a password reads why a new address may need a new sign-in', async () => {
  const { bodies, user } = open(<EmailForm user={GOOGLE_USER} onClose={() => undefined} />)
  expect(await screen.findByText(EXPLANATION)).toBeDefined()
  await user.type(screen.getByLabelText('New email'), 'anna@example.org')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(SIGN_IN_AGAIN)).toBeDefined()
  expect(bodies).toEqual([{ email: 'anna@example.org' }])
})
