import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLocalIso, toLocalIso } from './local-iso.ts'

// prettier-ignore
test.each([
  ['Europe/Madrid',       '2026-11-19T10:00:00+01:00'],
  ['UTC',                 '2026-11-19T09:00:00+00:00'],
  ['America/St_Johns',    '2026-11-19T05:30:00-03:30'],
  ['Asia/Kathmandu',      '2026-11-19T14:45:00+05:45'],
])('P32 in %s an instant is written as %s', (zone, text) => {
  expect(toLocalIso(Date.parse('2026-11-19T09:00:00.999Z'), zone)).toBe(text)
})

// prettier-ignore
test.each([
  ['2026-11-19T10:00',          '2026-11-19T09:00:00Z'],
  ['2026-11-19 10:00:05',       '2026-11-19T09:00:05Z'],
  ['2026-11-19T10:00Z',         '2026-11-19T10:00:00Z'],
  ['2026-11-19T10:00:00-02:00', '2026-11-19T12:00:00Z'],
  ['2026-11-19',                undefined],
  ['2026-13-19T10:00',          undefined],
  ['yesterday at ten',          undefined],
])('P32 the text %j is %s in Madrid', (text, instant) => {
  expect(readLocalIso(text, 'Europe/Madrid')).toBe(instant && Date.parse(instant))
})

test('P32 what is written is read as the same second', () => {
  const at = fc.integer({ min: Date.UTC(2000) / 1_000, max: Date.UTC(2099) / 1_000 }).map((second) => second * 1_000)
  const zone = fc.constantFrom('Europe/Madrid', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe')
  fc.assert(fc.property(at, zone, (at, zone) => readLocalIso(toLocalIso(at, zone), zone) === at))
})
