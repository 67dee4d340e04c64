import { expect, test } from 'vitest'
import { choosePreset, chooseProject, findMatchingPreset } from './default-selection.ts'
import { DEFAULT_PRESETS, DEFAULT_SETTINGS_NAME, INITIAL_SETTINGS } from './initial-data.ts'

// prettier-ignore
test.each([
  [['Short', 'My Pomodoro', 'Long 52/17', 'Default Settings'], 'Default Settings'],
  [['Short', 'My Pomodoro', 'Long 52/17'],                     'Long 52/17'],
  [['Short', 'My Pomodoro'],                                   'My Pomodoro'],
  [['Short', 'Other'],                                         'Short'],
  [['default settings', 'Other'],                              'default settings'],
  [[],                                                         undefined],
])('K11 of the presets %j the timer selects %j', (names, chosen) => {
  expect(choosePreset(names.map((name) => ({ name })))?.name).toBe(chosen)
})

const SETTINGS = { workDuration: 25, breakDuration: 5, repetitions: 4 }
const preset = (id: string, change = {}) => ({ id, name: id, ...SETTINGS, ...change })
const [OTHER_WORK, OTHER_BREAK, OTHER_COUNT] = [{ workDuration: 52 }, { breakDuration: 17 }, { repetitions: 2 }]
const LAST_USED = { ...preset('last'), name: DEFAULT_SETTINGS_NAME }

// prettier-ignore
test.each([
  ['the first with the settings',               [preset('a', OTHER_WORK), preset('b'), preset('c')],                     null, 'b'],
  ['the one selected before',                   [preset('a'), preset('b')],                                              'b',  'b'],
  ['not a changed one that was selected',       [preset('a'), preset('b', OTHER_BREAK)],                                 'b',  'a'],
  ['none if all differ',                        [preset('a', OTHER_WORK), preset('b', OTHER_BREAK), preset('c', OTHER_COUNT)], 'a', undefined],
  ['a named one, not the stored settings',      [LAST_USED, preset('a')],                                                'last', 'a'],
  ['none if only the stored settings match',    [LAST_USED, preset('a', OTHER_WORK)],                                    'last', undefined],
])('K11 the preset shown for the settings: %s', (_what, presets, selectedId, shown) => {
  expect(findMatchingPreset(presets, SETTINGS, selectedId)?.id).toBe(shown)
})

test('K11 a new user starts with 25, 5 and 4, and with Pomodoro selected', () => {
  const created = [...DEFAULT_PRESETS, { name: DEFAULT_SETTINGS_NAME, ...INITIAL_SETTINGS }]
  const presets = created.map((preset) => ({ id: preset.name, ...preset }))
  const settings = choosePreset(presets)
  expect(settings).toMatchObject({ workDuration: 25, breakDuration: 5, repetitions: 4 })
  expect(settings && findMatchingPreset(presets, settings, null)?.name).toBe('Pomodoro')
})

const project = (id: string, status = 'active') => ({ id, status })

// prettier-ignore
test.each([
  [[project('a'), project('b')],                         'b',       'b'],
  [[project('a'), project('b', 'archived')],             'b',       'b'],
  [[project('a'), project('b')],                         'gone',    'a'],
  [[project('a', 'archived'), project('b')],             undefined, 'b'],
  [[project('a', 'archived')],                           undefined, 'a'],
  [[],                                                   'b',       undefined],
])('K12 of the projects %j, with %j chosen before, the timer selects %j', (projects, before, chosen) => {
  expect(chooseProject(projects, before)?.id).toBe(chosen)
})
