import { expect, test } from 'vitest'
import { sectionAt } from './useSectionInView.ts'

/** Where each section begins on a page of 3,000 px, in a viewport of 800 px. */
const BEGINS = { profile: 100, alerts: 600, sync: 1_500, security: 2_300, sessions: 2_600, delete: 2_850 }
const [PAGE, SCREEN, MARGIN] = [3_000, 800, 16]
const END = PAGE - SCREEN

const markedAt = (scrolled: number, named: string) => {
  const places = Object.entries(BEGINS).map(([id, begin]) => ({ id, top: begin - scrolled, margin: MARGIN }))
  return sectionAt(places, { height: SCREEN, scrolled, maxScroll: END, hash: named })
}

// prettier-ignore
test.each<[what: string, scrolled: number, named: string, marked: string]>([
  ['the top',                                  0,                      '',         'profile'],
  ['the end',                                  END,                    '',         'delete'],
  ['a link that was pressed',                  BEGINS.sync - MARGIN,   'sync',     'sync'],
  ['one near the end',                         END,                    'security', 'security'],
  ['one shortly before the end',               END,                    'sessions', 'sessions'],
  ['a scroll on from there',                   BEGINS.sync + 300,      'sync',     'security'],
  ['a scroll while what was pressed is still in view', BEGINS.sync - 500, 'sync',  'alerts'],
  ['an end that has left it behind',           END,                    'sync',     'delete'],
  ['an address that names nothing here',       0,                      'elsewhere', 'profile'],
])('the section that is being read is marked: at %s', (_what, scrolled, named, marked) => {
  expect(markedAt(scrolled, named)).toBe(marked)
})

test('every section is marked in turn while the page is scrolled', () => {
  const marked = Array.from({ length: END + 1 }, (_, scrolled) => markedAt(scrolled, ''))
  expect(marked.filter((id, index) => id !== marked[index - 1])).toEqual(Object.keys(BEGINS))
})

test('a page without sections marks none', () => {
  expect(sectionAt([], { height: SCREEN, scrolled: 0, maxScroll: 0, hash: '' })).toBeUndefined()
})
