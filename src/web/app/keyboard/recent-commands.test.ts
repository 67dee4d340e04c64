import { beforeEach, expect, test } from 'vitest'
import { recentCommands, rememberCommand } from './recent-commands.ts'

beforeEach(() => localStorage.clear())

// prettier-ignore
test.each([
  ['none',                         [],                              []],
  ['the latest first',             ['a', 'b'],                      ['b', 'a']],
  ['each once',                    ['a', 'b', 'a'],                 ['a', 'b']],
  ['five at most',                 ['a', 'b', 'c', 'd', 'e', 'f'],  ['f', 'e', 'd', 'c', 'b']],
])('J5 recent commands are stored: %s', (_what, chosen, recent) => {
  for (const id of chosen) rememberCommand(id)
  expect(recentCommands()).toEqual(recent)
})

// prettier-ignore
test.each([
  ['not even JSON',  '{',           []],
  ['no list',        '{"a": 1}',    []],
  ['not only ids',   '["a", 1]',    ['a']],
])('J5 unreadable recent commands count as none: %s', (_what, stored, recent) => {
  localStorage.setItem('recent-commands', stored)
  expect(recentCommands()).toEqual(recent)
})
