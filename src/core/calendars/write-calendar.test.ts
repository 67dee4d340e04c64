import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cssColorName } from './css-colors.ts'
import { escapeText, foldLine } from './icalendar-text.ts'
import { type FeedEvent, writeEvent, writeHeader } from './write-calendar.ts'

const at = (iso: string) => Date.parse(iso)
const EVENT: FeedEvent = {
  uid: 'a1',
  start: at('2026-03-02T09:00:00Z'),
  end: at('2026-03-02T10:30:00Z'),
  createdAt: at('2026-03-02T10:30:00Z'),
  updatedAt: at('2026-03-02T10:31:30Z'),
  summary: 'Website · Draft',
  description: '',
  categories: [],
  color: '#dc2626',
}

test('F30 an event has times in UTC, its times of change, a sequence that grows with them, and a colour', () => {
  expect(writeEvent({ ...EVENT, description: 'One; two', categories: ['deep', 'a,b'] }).split('\r\n')).toEqual([
    'BEGIN:VEVENT',
    'UID:a1',
    'DTSTAMP:20260302T103130Z',
    'CREATED:20260302T103000Z',
    'LAST-MODIFIED:20260302T103130Z',
    'SEQUENCE:90',
    'DTSTART:20260302T090000Z',
    'DTEND:20260302T103000Z',
    'SUMMARY:Website · Draft',
    String.raw`DESCRIPTION:One\; two`,
    String.raw`CATEGORIES:deep,a\,b`,
    'COLOR:crimson',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    '',
  ])
})

test('F30 a calendar has a name and says how often to read it', () => {
  const header = writeHeader({ name: 'Ann, work', version: '1' })
  expect(header).toContain('\r\nX-WR-CALNAME:Ann\\, work\r\n')
  expect(header).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
})

test('F30 an event of less than a second ends after its start', () => {
  expect(writeEvent({ ...EVENT, end: EVENT.start + 400 })).toContain('DTEND:20260302T090001Z')
})

// prettier-ignore
test.each([
  ['a;b,c\\d',              String.raw`a\;b\,c\\d`],
  ['one\r\ntwo\nthree\rfour', String.raw`one\ntwo\nthree\nfour`],
  ['one\u2028two\u0085three', String.raw`one\ntwo\nthree`],
  ['bell\u0007 and tab\t',  'bell and tab\t'],
  ['lone \uD800 half',      'lone \uFFFD half'],
  ['\r\nBEGIN:VEVENT\r\n',  String.raw`\nBEGIN:VEVENT\n`],
])('F31 %j is written as %j', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped)
})

test('F31 no text can begin a line of its own, and none is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const written = foldLine(`SUMMARY:${escapeText(text)}`)
      const [first, ...others] = written.split('\r\n').slice(0, -1)
      expect(first!.startsWith('SUMMARY:')).toBe(true)
      expect(others.every((line) => line.startsWith(' '))).toBe(true)
      expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/)
      const unfolded = written.replaceAll('\r\n ', '').trimEnd()
      expect(unfolded).toBe(`SUMMARY:${escapeText(text)}`.trimEnd())
    }),
  )
})

test('F31 no line is longer than 75 bytes, and no character is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'ñ', 'ş', '€', '😀', ' '), maxLength: 300 }), (text) => {
      for (const line of foldLine(`X:${text}`).split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
      }
    }),
  )
})

// prettier-ignore
test.each([
  ['#ff0000', 'red'], ['#0000ff', 'blue'], ['#16a34a', 'mediumseagreen'], ['#808080', 'gray'], ['#7c3aed', 'blueviolet'],
])('F30 the colour %s is called %s', (hex, name) => {
  expect(cssColorName(hex)).toBe(name)
})
