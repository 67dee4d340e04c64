import { afterEach, expect, test, vi } from 'vitest'
import { setPreferences } from '#web/features/signals/preferences.ts'
import { notify } from './notifications.ts'

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

const SEEN = { seen: ['ritmo-seen'] }

// prettier-ignore
test.each<[string, Parameters<typeof browser>[0], Parameters<typeof setPreferences>[0], unknown[]]>([
  ['a permitted notification replaces the last one',    {},                             { notifications: 'on' },        BY_WORKER],
  ['the permission is enough without a setting',        {},                             { notifications: 'unasked' },   BY_WORKER],
  ['the permission is enough after an ignored offer',   {},                             { notifications: 'offered' },   BY_WORKER],
  ['none if switched off',                              {},                             { notifications: 'off' },       []],
  ['none without permission',                           { permission: 'default' },      { notifications: 'on' },        []],
  ['one also while a page has the focus',               SEEN,                           {},                             BY_WORKER],
  ['none then if the user wants it only elsewhere',     SEEN,                           { notifiesOnlyUnfocused: true }, []],
  ['one elsewhere if the user wants it only there',     {},                             { notifiesOnlyUnfocused: true }, BY_WORKER],
  ['other locks do not count as focus',                 { seen: ['timer-leader'] },     { notifiesOnlyUnfocused: true }, BY_WORKER],
  ['without a worker the page shows it',                { hasWorker: false },           {},                             [['page', 'Break completed!']]],
])('G1 %s', async (_what, state, preferences, expected) => {
  const shown = browser(state)
  setPreferences({ notifications: 'on', notifiesOnlyUnfocused: false, ...preferences })
  await notify(MESSAGE)
  expect(shown).toEqual(expected)
})
