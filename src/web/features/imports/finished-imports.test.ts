import { expect, test } from 'vitest'
import type { Import } from '#contract/files/imports.ts'
import { findFinished } from './finished-imports.ts'

const item = (state: 'running' | 'finished' | 'interrupted', id = 'i1'): Import => ({
  id,
  fileName: 'hours.csv',
  format: 'other',
  createdAt: '2026-03-02T09:00:00.000Z',
  created: 3,
  timeEntries: 3,
  isFinished: state === 'finished',
  isRunning: state === 'running',
  upload: null,
  fileRows: 3,
  readRows: 3,
})

// prettier-ignore
test.each<[string, Import[] | undefined, Import[] | undefined, number]>([
  ['an import that has run is finished',       [item('running')],       [item('finished')],            1],
  ['one that runs on is not',                  [item('running')],       [item('running')],             0],
  ['nor is an interrupted one',                [item('running')],       [item('interrupted')],         0],
  ['one that was finished before is not new',  [item('finished')],      [item('finished')],            0],
  ['one that was never seen running is not',   [],                      [item('finished')],            0],
  ['nothing is finished in the first list',    undefined,               [item('finished')],            0],
  ['nothing is finished without a list',       [item('running')],       undefined,                     0],
  ['other imports do not matter',              [item('running', 'i2')], [item('finished')],            0],
])('M26 %s', (_, before, after, count) => {
  expect(findFinished(before, after)).toHaveLength(count)
})
