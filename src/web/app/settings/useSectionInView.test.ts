import { expect, test } from 'vitest'
import { sectionAt } from './useSectionInView.ts'

/** The top of each section on a page of 3,000 px, in a viewport of 800 px. */
const TOPS = { profile: 100, alerts: 600, sync: 1_500, security: 2_300, sessions: 2_600, delete: 2_850 }
const [PAGE, SCREEN, MARGIN] = [3_000, 800, 16]
const END = PAGE - SCREEN

const markedAt = (scrolled: number, named: string) => {
  const positions = Object.entries(TOPS).map(([id, top]) => ({ id, top: top - scrolled, margin: MARGIN }))
  return sectionAt(positions, { height: SCREEN, scrolled, maxScroll: END, hash: named })
}

// prettier-ignore
test.each<[what: string, scrolled: number, named: string, marked: string]>([
  ['the top',                                  0,                      '',         'profile'],
  ['the end',                                  END,                    '',         'delete'],
  ['a link that was clicked',                  TOPS.sync - MARGIN,   'sync',     'sync'],
  ['a link near the end',                      END,                    'security', 'security'],
  ['a link right before the end',              END,                    'sessions', 'sessions'],
  ['a scroll past the linked one',             TOPS.sync + 300,      'sync',     'security'],
  ['a scroll with the linked one still in view', TOPS.sync - 500, 'sync',  'alerts'],
  ['the end, far below the linked one',          END,                    'sync',     'delete'],
  ['an unknown fragment',                     0,                      'elsewhere', 'profile'],
])('the section that is being read is marked: at %s', (_what, scrolled, named, marked) => {
  expect(markedAt(scrolled, named)).toBe(marked)
})

test('every section is marked in turn while the page is scrolled', () => {
  const marked = Array.from({ length: END + 1 }, (_, scrolled) => markedAt(scrolled, ''))
  expect(marked.filter((id, index) => id !== marked[index - 1])).toEqual(Object.keys(TOPS))
})

test('a page without sections marks none', () => {
  expect(sectionAt([], { height: SCREEN, scrolled: 0, maxScroll: 0, hash: '' })).toBeUndefined()
})
