import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { texts as en } from '#web/i18n/en/reports.ts'
import { texts as es } from '#web/i18n/es/reports.ts'
import { currentTranslation, setTranslation } from '#web/i18n/i18n.ts'
import { texts as tr } from '#web/i18n/tr/reports.ts'
import { findWorkPattern, visibleHours, workPatternText } from './work-pattern.ts'

/** Hours of work at some hours of some weekdays, from 0 for Monday. */
function worked(...times: [weekday: number, hour: number, hours: number][]): number[][] {
  const hoursByWeekday = Array.from({ length: 7 }, () => Array<number>(24).fill(0))
  for (const [weekday, hour, hours] of times) hoursByWeekday[weekday]![hour]! += hours * HOUR_MS
  return hoursByWeekday
}

// prettier-ignore
const VISIBLE_HOURS: [name: string, hours: number[][], first: number, last: number][] = [
  ['nothing',          worked(),                     6, 21],
  ['office hours',     worked([0, 9, 1], [4, 17, 1]), 6, 21],
  ['before sunrise',   worked([2, 4, 1]),            4, 21],
  ['around the clock', worked([0, 0, 1], [6, 23, 1]), 0, 23],
]

test.each(VISIBLE_HOURS)('U32 the heatmap shows the usual hours and all with work: %s', (_, hours, first, last) => {
  const visible = visibleHours(hours)
  expect([visible[0], visible.at(-1), visible.length]).toEqual([first, last, last - first + 1])
})

// prettier-ignore
const PATTERNS: [name: string, hours: number[][], pattern: object][] = [
  ['nothing',               worked(),                                            { kind: 'tooLittle' }],
  ['less than half a day',  worked([0, 9, 3.9]),                                 { kind: 'tooLittle' }],
  ['one day',               worked([0, 9, 6], [0, 14, 4]),                       { kind: 'morning', percent: 60, weekday: undefined }],
  ['mornings',              worked([0, 9, 3], [1, 10, 4], [0, 14, 3]),           { kind: 'morning', percent: 70, weekday: 0 }],
  ['afternoons',            worked([0, 12, 3], [1, 17, 4], [1, 11, 3]),          { kind: 'afternoon', percent: 70, weekday: 1 }],
  ['evenings',              worked([6, 18, 5], [5, 20, 4]),                      { kind: 'evening', percent: 100, weekday: 6 }],
  ['nights',                worked([6, 4, 5], [5, 0, 4]),                        { kind: 'evening', percent: 100, weekday: 6 }],
  ['early mornings',        worked([6, 5, 5], [5, 5, 4]),                        { kind: 'morning', percent: 100, weekday: 6 }],
  ['a lead without a half', worked([0, 9, 45], [1, 14, 30], [2, 20, 25]),        { kind: 'morning', percent: 45, weekday: 0 }],
  ['all day long',          worked([0, 9, 40], [1, 14, 35], [1, 20, 25]),        { kind: 'even', percent: 40, weekday: 1 }],
  ['two equal days',        worked([0, 9, 10], [1, 9, 10]),                      { kind: 'morning', percent: 100, weekday: undefined }],
]

test.each(PATTERNS)('U32 the pattern of work: %s', (_, hours, pattern) => {
  expect(findWorkPattern(hours)).toEqual(pattern)
})

const TEXTS_BY_LANGUAGE = { en, es, tr }
const SENTENCES = {
  en: [
    'You do *58%* of your work *before noon*, and *Tuesday* is your strongest day.',
    'Your work is spread *evenly* over the day.',
    'Not enough data yet to show a rhythm.',
  ],
  es: [
    'Haces el *58\u00a0%* de tu trabajo *antes del mediodía*, y el *martes* es tu día más fuerte.',
    'Tu trabajo se reparte *por igual* a lo largo del día.',
    'Aún no hay datos suficientes para ver un ritmo.',
  ],
  tr: [
    'Çalışmanızın *öğleden önceye* düşen payı *%58*; en yoğun gününüz *salı*.',
    'Çalışmanız güne *dengeli* yayılıyor.',
    'Ritmi göstermek için henüz yeterli kayıt yok.',
  ],
}

test.each(LANGUAGES)('U32 the pattern is described in one sentence, in %s', (language) => {
  setTranslation(language, TEXTS_BY_LANGUAGE[language])
  const patterns = [
    { kind: 'morning', percent: 58, weekday: 1 },
    { kind: 'even', percent: 40, weekday: undefined },
    { kind: 'tooLittle' },
  ] as const
  expect(patterns.map((pattern) => currentTranslation().t(...workPatternText(pattern, language)))).toEqual(
    SENTENCES[language],
  )
})

test('U32 every pattern has a sentence', () => {
  const kinds = ['morning', 'afternoon', 'evening', 'even'] as const
  setTranslation('en', en)
  for (const kind of kinds)
    for (const weekday of [2, undefined]) {
      const text = currentTranslation().t(...workPatternText({ kind, percent: 61, weekday }, 'en'))
      expect(text).toMatch(kind === 'even' ? /evenly/ : /61%/)
      expect(text.includes('Wednesday')).toBe(weekday === 2)
    }
})
