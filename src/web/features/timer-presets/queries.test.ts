import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS_NAME } from '#core/initial-data.ts'
import { startSession } from '#web/api/session.ts'
import { sessionToken } from '#web/testing/session-token.ts'
import { presetList } from './queries.ts'

const DATES = { createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' }
const preset = (name: string) => ({
  id: name.slice(0, 1),
  user: 'u',
  name,
  workDuration: 25,
  breakDuration: 5,
  repetitions: 4,
  ...DATES,
})
const presets = [preset('52/17'), preset(DEFAULT_SETTINGS_NAME), preset('Pomodoro')]

// prettier-ignore
test.each([
  ['as the server sends it',  { ok: true, data: presets },       ['52/17', 'Pomodoro']],
  ['as a bare list',          presets,                           ['52/17', 'Pomodoro']],
  ['with nothing else',       { ok: true, data: [presets[1]] },  []],
  ['of an unknown shape',     { ok: true, data: {} },            []],
])('K8 the list of presets %s shows no timer’s settings', async (_what, reply, names) => {
  vi.stubGlobal('fetch', async () => Response.json(reply))
  startSession(sessionToken('u'))
  const shown = await new QueryClient().fetchQuery(presetList.query)
  expect(shown.map(({ name }) => name)).toEqual(names)
})
