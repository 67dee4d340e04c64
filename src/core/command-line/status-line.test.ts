import { expect, test } from 'vitest'
import {
  DEFAULT_STATUS_LINE,
  findUnknownField,
  renderStatusLine,
  STATUS_FIELDS,
  type StatusField,
} from './status-line.ts'

const NONE = Object.fromEntries(STATUS_FIELDS.map((name) => [name, ''])) as Record<StatusField, string>
const RUNNING = { ...NONE, icon: '▶', elapsed: '12:05', project: 'Web [x] {task}', today: '2 h' }

// prettier-ignore
test.each([
  [DEFAULT_STATUS_LINE, RUNNING, '▶ 12:05 Web [x] {task}'],
  [DEFAULT_STATUS_LINE, { ...RUNNING, task: 'Home' }, '▶ 12:05 Web [x] {task} › Home'],
  [DEFAULT_STATUS_LINE, { ...NONE, icon: '■' }, '■'],
  ['{today} today',     RUNNING, '2 h today'],
  ['no field',          RUNNING, 'no field'],
  ['[always]',          NONE,    'always'],
  ['{unknown}|',        RUNNING, '|'],
])('P23 the template %j', (template, values, line) => {
  expect(renderStatusLine(template, values)).toBe(line)
})

test('P23 an unknown field is found', () => {
  expect(findUnknownField('{icon} {elapsd}')).toBe('elapsd')
  expect(findUnknownField('{}')).toBe('')
  expect(findUnknownField(DEFAULT_STATUS_LINE)).toBeUndefined()
})
