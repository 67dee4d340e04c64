import { afterEach, expect, test, vi } from 'vitest'
import { setPreferences } from '#web/features/signals/preferences.ts'
import { notifyIfUnfocused } from './notifications.ts'

const MESSAGE = { title: 'Break completed!', body: 'Back to work.', tag: 'run#2', actions: [] }

/** A fake browser, with or without a service worker, that records notifications. */
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
  ['a permitted notification replaces the last one',    {},                             'on',      BY_WORKER],
  ['the permission is enough without a setting',        {},                             'unasked', BY_WORKER],
  ['none if switched off',                              {},                             'off',     []],
  ['none without permission',                           { permission: 'default' },      'on',      []],
  ['none while a page has the focus',                   { seen: ['ritmo-seen'] },       'on',      []],
  ['other locks do not count as focus',                 { seen: ['timer-leader'] },     'on',      BY_WORKER],
  ['without a worker the page shows it',                { hasWorker: false },           'on',      [['page', 'Break completed!']]],
])('G1 %s', async (_what, state, notifications, expected) => {
  const shown = browser(state)
  setPreferences({ notifications })
  await notifyIfUnfocused(MESSAGE)
  expect(shown).toEqual(expected)
})
