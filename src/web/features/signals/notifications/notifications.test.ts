import { afterEach, expect, test, vi } from 'vitest'
import { setPreferences } from '#web/features/signals/preferences.ts'
import { notifyIfUnfocused } from './notifications.ts'

const MESSAGE = { title: 'Break completed!', body: 'Back to work.', tag: 'run#2', actions: [] }

/** A browser with a service worker, or with none, that shows what it is told to. */
function browser({ permission = 'granted', seen = [] as string[], hasWorker = true }) {
  const shown: [by: string, title: string][] = []
  const registration = {
    active: {},
    getNotifications: async () => [{ tag: 'run#1', close: () => shown.push(['closed', 'run#1']) }],
    showNotification: async (title: string) => void shown.push(['worker', title]),
  }
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = permission
      constructor(title: string) {
        super()
        shown.push(['page', title])
      }
    },
  )
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => (hasWorker ? registration : undefined) },
  })
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { query: async () => ({ held: seen.map((name) => ({ name })) }) },
  })
  return shown
}

afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['serviceWorker', 'locks']) Reflect.deleteProperty(navigator, name)
})

const BY_WORKER = [
  ['closed', 'run#1'],
  ['worker', 'Break completed!'],
]

// prettier-ignore
test.each<[string, Parameters<typeof browser>[0], 'unasked' | 'on' | 'off', unknown[]]>([
  ['who has allowed it is told, and the last one goes', {},                             'on',      BY_WORKER],
  ['who was never asked by us, too',                    {},                             'unasked', BY_WORKER],
  ['who wants none is not told',                        {},                             'off',     []],
  ['who has not allowed it is not told',                { permission: 'default' },      'on',      []],
  ['who looks at a page is not told',                   { seen: ['ritmo-seen'] },       'on',      []],
  ['other locks are nobody’s eyes',                     { seen: ['timer-leader'] },     'on',      BY_WORKER],
  ['without a worker the page tells',                   { hasWorker: false },           'on',      [['page', 'Break completed!']]],
])('G1 %s', async (_what, state, notifications, told) => {
  const shown = browser(state)
  setPreferences({ notifications })
  await notifyIfUnfocused(MESSAGE)
  expect(shown).toEqual(told)
})
