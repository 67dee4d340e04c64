import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabeledPart } from '#web/features/reports/labels/group-label.ts'
import { formatPercent, percentsOf, toShares } from './shares.ts'

const part = (milliseconds: number, index: number): LabeledPart => ({
  key: `p${index}`,
  name: `Project ${index}`,
  color: '#0f766e',
  milliseconds,
})
const nameOthers = (count: number) => `${count} others`
const sum = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

const times = fc.array(fc.integer({ min: 1, max: 1e10 }), { minLength: 1, maxLength: 40 })

test('U31 percents are whole, add up to 100 and equal those of the breakdown, however many shares are merged', () => {
  fc.assert(
    fc.property(times, (times) => {
      const shares = toShares(times.map(part), nameOthers)
      const percents = percentsOf(times)
      expect(sum(shares.map(({ percent }) => percent))).toBe(100)
      expect(sum(shares.map(({ milliseconds }) => milliseconds))).toBe(sum(times))
      for (const { key, percent } of shares.filter(({ key }) => key !== 'others'))
        expect(percent).toBe(percents[Number(key?.slice(1))])
    }),
  )
})

// prettier-ignore
const MERGED: [count: number, names: string[]][] = [
  [0, []],
  [1, ['Project 0']],
  [8, ['Project 7', 'Project 6', 'Project 5', 'Project 4', 'Project 3', 'Project 2', 'Project 1', 'Project 0']],
  [9, ['Project 8', 'Project 7', 'Project 6', 'Project 5', 'Project 4', 'Project 3', 'Project 2', '2 others']],
]

test.each(MERGED)('U31 of %d shares the largest come first, and "others" is never a single one', (count, names) => {
  const parts = Array.from({ length: count }, (_, index) => part(1_000 * (index + 1), index))
  expect(toShares(parts, nameOthers).map(({ name }) => name)).toEqual(names)
})

// prettier-ignore
const TEXTS: [percent: number, milliseconds: number, language: string, text: string][] = [
  [44, 1_000, 'en', '44%'],
  [44, 1_000, 'es', '44\u00a0%'],
  [44, 1_000, 'tr', '%44'],
  [0,  1_000, 'en', '<1%'],
  [0,  1_000, 'tr', '<%1'],
  [0,  0,     'en', '0%'],
]

test.each(TEXTS)('U31 %d percent of %d ms are written, in %s, %s', (percent, milliseconds, language, text) => {
  expect(formatPercent(percent, milliseconds, language)).toBe(text)
})
