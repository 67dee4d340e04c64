import { expect, test } from 'vitest'
import { PAGES } from '#web/app/shell/navigation.ts'
import { SHORTCUTS } from '#web/ui/keyboard/shortcuts.ts'
import { KEYS_WITH_ALT } from '#web/ui/keyboard/useShortcuts.ts'
import { shortcutGroups } from './shortcut-groups.ts'

const ANYWHERE = ['mod k', 't', '?', 'm', 'g d', 'g e', 'g r', 'g p', 'g c', 'g t', 'g a', 'g m', 'g s']

const groupsOf = (keys: string[]) => shortcutGroups((key) => [...ANYWHERE, ...keys].includes(key))

// prettier-ignore
test.each([
  ['the dashboard',             [' ', 'n', 's', 'r', 'p', 'f'],    ['timer', 'goTo', 'general', 'lists']],
  ['a list',                    ['/', 'c', 'j', 'k'],              ['lists', 'goTo', 'general', 'timer']],
  ['a list under a timer',      ['/', 'c', 'j', 'k', ' ', 'n'],    ['timer', 'lists', 'goTo', 'general']],
  ['settings',                  [],                                ['goTo', 'general', 'timer', 'lists']],
])('J6 the shortcut sheet begins with the shortcuts of %s, and shows all', (_page, keys, names) => {
  const groups = groupsOf(keys)
  expect(groups.map(({ name }) => name)).toEqual(names)
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(Object.values(SHORTCUTS).flat().length + PAGES.length)
})

test('J6 within a group, too, the shortcuts of the page come first', () => {
  const rows = groupsOf(['/', 'c', 'j', 'k']).find(({ name }) => name === 'lists')?.rows ?? []
  expect(rows.slice(0, 6).map(({ keys }) => keys[0])).toEqual(['/', 'c', 'j', 'k', 'enter', 'delete'])
  expect(rows.slice(6).filter(({ isBoundHere }) => isBoundHere)).toEqual([])
})

test('J6 the list names the letters that work with Alt', () => {
  const keys = Object.values(SHORTCUTS).flatMap((group) => group.flatMap(({ keys }): string[] => [...keys]))
  expect(keys.filter((key) => key.startsWith('alt '))).toEqual(KEYS_WITH_ALT.map((letter) => `alt ${letter}`))
})
