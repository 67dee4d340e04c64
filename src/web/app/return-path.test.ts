import { expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

// prettier-ignore
const cases = [
  // asked for                  goes to
  ['/projects',                 '/projects'],
  ['/reports?range=week#total', '/reports?range=week#total'],
  ['/projects/../tags',         '/tags'],
  [undefined,                   '/'],
  ['',                          '/'],
  ['projects',                  '/'],
  ['//e.com',                   '/'],
  ['///e.com',                  '/'],
  ['/\\e.com',                  '/'],
  ['\\\\e.com',                 '/'],
  ['/.//e.com',                 '/'],
  ['/\t/e.com',                 '/'],
  ['/\n/e.com',                 '/'],
  ['\t//e.com',                 '/'],
  ['%2f%2fe.com',               '/'],
  ['https://e.com',             '/'],
  ['javascript:alert(1)',       '/'],
  ['java\nscript:alert(1)',     '/'],
] as const

test.each(cases)('W8 only paths of this site are returned to: %j goes to %j', (path, destination) => {
  expect(safeReturnPath(path)).toBe(destination)
})
