import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { createDeferred } from '#web/testing/deferred.ts'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { Picker } from '#web/ui/options/Picker.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { useShortcuts } from './useShortcuts.ts'

beforeAll(startI18n)
afterEach(cleanup)

const OPTIONS = [
  { id: 'atlas', label: 'Atlas redesign' },
  { id: 'helio', label: 'Helio API' },
]

/** A button that opens a picker whose code arrives when the test says so. */
function openSlowly() {
  const { promise, resolve, reject } = createDeferred<{ default: typeof Picker }>()
  const LazyPicker = lazy(() => promise)
  const stop = vi.fn()
  function Project() {
    const { wasOpened, trigger, panel } = useLazyPanel(() => promise)
    useShortcuts({ s: stop })
    return (
      <>
        <button {...trigger}>Project</button>
        {wasOpened && (
          <Suspense>
            <LazyPicker
              {...panel}
              label="Projects"
              placeholder=""
              options={OPTIONS}
              value={[]}
              onChange={() => {}}
              onCreate={() => {}}
            />
          </Suspense>
        )}
      </>
    )
  }
  render(<Project />)
  return { stop, arrive: () => resolve({ default: Picker }), fail: () => reject(new Error('offline')) }
}

test('text typed before a picker has loaded is entered into its field and runs no shortcut', async () => {
  const { stop, arrive } = openSlowly()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('des{Backspace}si')
  expect(stop).not.toHaveBeenCalled()
  arrive()
  const input = await screen.findByRole<HTMLInputElement>('searchbox')
  await waitFor(() => expect(input.value).toBe('desi'))
})

test('a picker that fails to load gives the shortcuts back', async () => {
  const { stop, fail } = openSlowly()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  fail()
  await userEvent.keyboard('s')
  expect(stop).toHaveBeenCalledOnce()
})

test('N14 text and Enter typed before a form has loaded are entered into its first field and submit it', async () => {
  const { promise, resolve } = createDeferred<void>()
  const submit = vi.fn((event: FormEvent) => event.preventDefault())
  function Page() {
    const [isLoaded, setIsLoaded] = useState(false)
    useShortcuts({ t: () => loadChunkThen(() => promise, () => setIsLoaded(true)) }) // prettier-ignore
    if (!isLoaded) return null
    return (
      <form onSubmit={submit}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <input autoFocus aria-label="Duration" />
      </form>
    )
  }
  render(<Page />)
  await userEvent.keyboard('t45{Enter}')
  resolve()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Duration' })
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  expect(field.value).toBe('45')
})
