import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { reloadIfReplaced, reloadWhenReplaced } from './new-version.ts'

const pageOf = (entry: string) => `<script type="module" src="${entry}"></script>`
const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
let served: () => Response

beforeEach(() => {
  loadEnglish()
  const script = document.createElement('script')
  script.type = 'module'
  // The script is not loaded; only its address matters.
  Object.defineProperty(script, 'src', { value: `${location.origin}/assets/index-old.js` })
  document.head.replaceChildren(script)
  vi.stubGlobal('fetch', async () => served())
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
})
afterEach(() => {
  reload.mockClear()
  vi.unstubAllGlobals()
})

// prettier-ignore
test.each<[what: string, served: () => Response, isReloaded: boolean]>([
  ['the server has a new version',   () => new Response(pageOf('/assets/index-new.js')),    true],
  ['the version is the same',        () => new Response(pageOf('/assets/index-old.js')),    false],
  ['the server replies with 503',    () => new Response('', { status: 503 }),               false],
  ['the server cannot be reached',   () => { throw new TypeError('no network') },           false],
])('Q7 a page that misses a file is reloaded only for a new version: %s', async (_, answer, isReloaded) => {
  served = answer
  await reloadIfReplaced()
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
})

test('Q7 a file that cannot be loaded triggers the check', async () => {
  served = () => new Response(pageOf('/assets/index-new.js'))
  reloadWhenReplaced()
  dispatchEvent(new Event('vite:preloadError'))
  await expect.poll(() => reload).toHaveBeenCalledOnce()
})

test('Q7 a page that has just been loaded is not reloaded', async () => {
  served = () => new Response(pageOf('/assets/index-new.js'))
  vi.spyOn(performance, 'now').mockReturnValue(2_000)
  await reloadIfReplaced()
  expect(reload).not.toHaveBeenCalled()
})

test('Q7 a user with unsaved input is asked before the reload', async () => {
  served = () => new Response(pageOf('/assets/index-new.js'))
  const guard = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', guard)
  await reloadIfReplaced()
  removeEventListener('beforeunload', guard)
  expect(reload).not.toHaveBeenCalled()
  await expect
    .poll(() => toastQueue.read().map(({ message }) => message))
    .toEqual(['A new version of Ritmo is available.'])
  toastQueue.read()[0]?.action?.onPress()
  expect(reload).toHaveBeenCalledOnce()
})
