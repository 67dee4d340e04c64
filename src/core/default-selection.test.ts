import { expect, test } from 'vitest'
import { choosePreset, chooseProject } from './default-selection.ts'

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
