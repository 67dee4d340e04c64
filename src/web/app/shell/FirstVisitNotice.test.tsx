import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { FirstVisitDialog } from './FirstVisitDialog.tsx'
import { FirstVisitNotice } from './FirstVisitNotice.tsx'

beforeAll(loadEnglish)
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  document.head.innerHTML = ''
})

function addMeta(content: string, language?: string) {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'notice', content })
  if (language !== undefined) meta.lang = language
  document.head.append(meta)
}

test('W5 without a text of the operator the notice is the one of the specification', () => {
  render(<FirstVisitDialog />)
  expect(screen.getByText(/may take a few seconds to load/)).toBeTruthy()
})

test('W5 the text of the operator replaces that of the notice, as text', () => {
  addMeta('Welcome to <b>our</b> site.\n\nAsk Ann.')
  render(<FirstVisitDialog />)
  const text = screen.getByText(/Welcome to <b>our<\/b> site\./)
  expect(text.textContent).toContain('Ask Ann.')
  expect(screen.queryByText(/may take a few seconds/)).toBeNull()
})

test('W5 the text of the operator is in the language of the page where there is one', () => {
  addMeta('Welcome')
  addMeta('Hoş geldiniz', 'tr')
  render(<FirstVisitDialog />)
  expect(screen.getByText('Welcome')).toBeTruthy()
  act(() => setTranslation('tr', {}))
  expect(screen.getByText('Hoş geldiniz')).toBeTruthy()
})

test('W5 a notice that is turned off is not shown', async () => {
  render(<FirstVisitNotice />)
  await screen.findByRole('dialog')
  cleanup()
  addMeta('off')
  render(<FirstVisitNotice />)
  // The dialog has been loaded above, so it would show at once.
  expect(screen.queryByRole('dialog')).toBeNull()
})
