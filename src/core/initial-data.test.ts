import { expect, test } from 'vitest'
import { DEFAULT_PRESETS, DEFAULT_PROJECT } from './initial-data.ts'

test('a user without presets and projects gets two presets and a project', () => {
  const inMinutes = DEFAULT_PRESETS.map(({ name, workDuration, breakDuration, repetitions }) => [
    name,
    workDuration,
    breakDuration,
    repetitions,
  ])
  expect(inMinutes).toEqual([['Pomodoro', 25, 5, 4], ['52/17', 52, 17, 4]]) // prettier-ignore
  expect(DEFAULT_PROJECT).toMatchObject({ name: 'Focus', color: '#33d17a', client: null, status: 'active' })
  expect(DEFAULT_PROJECT.description).toContain('focused work')
})
