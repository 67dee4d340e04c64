import { expect, test } from 'vitest'
import type { DurationUnit } from '#core/import/import-model.ts'
import { readImportText } from '#core/import/testing/read-import-text.ts'

const NUMBERS_BEHIND_A_DATE = ['25', '50', '15', '20', '1.5']
const fileOf = (heading: string, numbers = NUMBERS_BEHIND_A_DATE) =>
  [`Date;${heading}`, ...numbers.map((number) => `2026-03-04;${number}`)].join('\n')

// prettier-ignore
test.each<[unit: DurationUnit, headings: string[]]>([
  ['seconds',      ['Duration (s)', 'Duration s', 'Duration (seconds)', 'duration_seconds', 'Time Spent (seconds)', 'timeSpentSeconds',
                    'Seconds', 'Duración (segundos)', 'Duração (seg)', 'Dauer (Sek.)', 'Durée (secondes)', 'Süre (sn)', 'Saniye']],
  ['minutes',      ['Duration (min)', 'Duration (minutes)', 'durationMinutes', 'Duration in minutes', 'Dauer in Minuten', 'Duración en minutos', 'Minutes', 'Duración (min)', 'Minutos', 'Duração (minutos)',
                    'Dauer (Min.)', 'Minuten', 'Durée (min)', 'Süre (dk)', 'Süre (dakika)', 'Dakika', 'Time (min)', 'Tiempo (min)']],
  ['hours',        ['Duration (h)', 'Duration (hours)', 'Hours', 'Time (h)', 'Hours worked', 'Duration (decimal)', 'Duración (h)', 'Horas',
                    'Duração (decimal)', 'Dauer (Std.)', 'Stunden', 'Zeit (h)', 'Dauer dezimal', 'Heures', 'Temps (h)', 'Süre (sa)', 'Saat']],
  ['milliseconds', ['Duration (ms)', 'Duration (milliseconds)', 'durationMs', 'Dauer (ms)', 'Süre (milisaniye)']],
])('M31 the heading says the unit of plain numbers: %s', (unit, headings) => {
  for (const heading of headings) {
    const { analysis, problems } = readImportText(fileOf(heading))
    expect([heading, analysis.unit, analysis.unitInFile, analysis.ambiguousDuration]).toEqual([heading, unit, unit, null])
    expect(problems.some(({ kind }) => kind === 'no-unit')).toBe(false)
  }
})

// prettier-ignore
test.each<[headings: string, cells: string[], unit: DurationUnit | 'none' | 'ambiguous', minutes: number[]]>([
  ['Date;Duration',                           ['2026-03-04;25', '2026-03-04;50'],                                   'ambiguous', []],
  ['Date;Duration',                           ['2026-03-04;15', '2026-03-04;20'],                                   'ambiguous', []],
  ['Date;Duration',                           ['2026-03-04;1.5', '2026-03-04;2.25'],                                'ambiguous', []],
  ['Date;Duration',                           ['2026-03-04;1:30', '2026-03-04;0:45'],                               'none',      [90, 45]],
  ['Date;Duration',                           ['2026-03-04;1:30', '2026-03-04;2'],                                  'ambiguous', [90]],
  ['Date;Duration',                           ['2026-03-04;0', '2026-03-04;1:30'],                                  'none',      [90]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 09:25;25'],                             'minutes',   [25]],
  ['Start;End;Duration',                      ['2026-03-04 09:00:00;2026-03-04 09:00:04;4.265'],                    'seconds',   [4 / 60]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 10:30;1.5'],                            'hours',     [90]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 10:30;5400000'],                        'milliseconds', [90]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 10:30;77'],                             'minutes',   [90]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 09:25;25', '2026-03-05 09:00;;50'],     'minutes',   [25, 50]],
  ['Start;End;Duration',                      ['03/04/2026 23:30;04/04/2026 00:30;60', '05/04/2026 09:00;;50'],     'minutes',   [60, 50]],
  ['Start time;End time;Date;Duration',       ['09:00;09:25;2026-03-04;25', '10:00;;2026-03-04;50'],                'minutes',   [25, 50]],
  ['start_time;end_time;duration',            ['2026-03-04 09:00;2026-03-04 09:25;1500', '2026-03-04 10:00;;600'],  'seconds',   [25, 10]],
  ['Date;Duration;Hours',                     ['2026-03-04;25;0.42', '2026-03-04;50;0.83'],                         'minutes',   [25, 50]],
  ['Date;Duration;Time (h)',                  ['2026-03-04;1500;0.42'],                                             'seconds',   [25]],
  ['Date;Duration;Tracked',                   ['2026-03-04;25;0:25', '2026-03-04;50;'],                             'minutes',   [25, 50]],
  ['Date;Duration (min);Hours',               ['2026-03-04;25;25', '2026-03-04;50;50'],                             'ambiguous', []],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 09:25;99999', '2026-03-05 09:00;;50'],  'ambiguous', [25]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 09:25;25', '2026-03-04 10:00;2026-03-04 10:25;1500', '2026-03-05 09:00;;50'], 'ambiguous', [25, 25]],
  ['Start;End;Duration',                      ['2026-03-04 09:00;2026-03-04 09:25;99999'],                          'none',      [25]],
  ['Date;From;To;Duration;Activity',          ['2026-03-04;09:00;10:30;1.25;x'],                                    'hours',     [75]],
  ['Date;Milliseconds;Duration',              ['2026-03-04;1500000;25'],                                            'none',      [25]],
])('M31 the unit is what the heading or another column says, and never guessed: %s: %j', (headings, lines, unit, minutes) => {
  const { analysis, rows, problems } = readImportText([headings, ...lines].join('\n'))
  expect(analysis.unit).toBe(unit)
  expect(rows.map(({ durationMs }) => durationMs)).toEqual(minutes.map((count) => Math.round(count * 60_000)))
  expect(problems.filter(({ kind }) => kind === 'no-unit').length).toBe(lines.length - minutes.length - (lines.some((line) => line.endsWith(';0')) ? 1 : 0))
})

test.each<[DurationUnit, number]>([
  ['milliseconds', 25],
  ['seconds', 25_000],
  ['minutes', 1_500_000],
])('M31 the unit that the user says counts: %s', (unit, durationMs) => {
  for (const heading of ['Duration', 'Duration (h)']) {
    const { analysis, rows } = readImportText(`Date;${heading}\n2026-03-04;25`, { unit })
    expect(analysis).toMatchObject({
      unit,
      unitInFile: heading === 'Duration' ? null : 'hours',
      ambiguousDuration: null,
    })
    expect(rows).toMatchObject([{ durationMs }])
  }
})

test('M31 an example of a number without a unit is shown', () => {
  expect(
    readImportText('Date;Duration\n2026-03-04;1:00\n2026-03-04;25\n2026-03-04;50').analysis.ambiguousDuration,
  ).toBe('25')
})
