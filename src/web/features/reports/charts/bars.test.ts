import { expect, test } from 'vitest'
import { sumParts, toBars } from './bars.ts'

const naming = {
  getGroupLabel: (key: string | null) => ({ key, name: `<${key}>`, color: '#64748b' }),
  nameOthers: (count: number) => `${count} others`,
}
const day = (day: string, times: Record<string, number>) => {
  const parts = Object.entries(times).map(([key, milliseconds]) => ({ key, milliseconds }))
  return { day, milliseconds: parts.reduce((sum, part) => sum + part.milliseconds, 0), parts }
}
const shown = (series: ReturnType<typeof day>[]) =>
  toBars(series, naming).map(({ parts }) => parts.map(({ name, milliseconds }) => `${name} ${milliseconds}`))

test('every bar has all parts in the same order, largest in total first', () => {
  expect(shown([day('2026-03-02', { a: 1, b: 2 }), day('2026-03-03', { a: 5, c: 3 })])).toEqual([
    ['<a> 1', '<c> 0', '<b> 2'],
    ['<a> 5', '<c> 3', '<b> 0'],
  ])
})

test('eight parts keep their names; of nine, the two smallest are merged', () => {
  const eight = { a: 9, b: 8, c: 7, d: 6, e: 5, f: 4, g: 3, h: 2 }
  expect(shown([day('2026-03-02', eight)])[0]).toHaveLength(8)
  const [first, second] = shown([day('2026-03-02', { ...eight, i: 1 }), day('2026-03-03', { i: 1 })])
  expect(first?.at(-1)).toBe('2 others 3')
  expect(second?.at(-1)).toBe('2 others 1')
  expect(first).toHaveLength(8)
})

test('U31 merged parts have no colour, which a grey project could share', () => {
  const times = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`p${index}`, index + 1]))
  const [bar] = toBars([day('2026-03-02', times)], naming)
  expect(bar?.parts.map(({ color }) => color === undefined)).toEqual([...Array<boolean>(7).fill(false), true])
})

test('days without work have bars too', () => {
  expect(toBars([day('2026-03-02', {})], naming)).toEqual([{ day: '2026-03-02', milliseconds: 0, parts: [] }])
})

test('parts are summed over all bars, largest first, without empty ones', () => {
  const series = [day('2026-03-02', { a: 1, b: 2 }), day('2026-03-03', { a: 5, c: 0 })]
  expect(sumParts(series, naming.getGroupLabel)).toMatchObject([
    { key: 'a', milliseconds: 6 },
    { key: 'b', milliseconds: 2 },
  ])
})
