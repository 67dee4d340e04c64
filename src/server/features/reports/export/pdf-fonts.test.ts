import { expect, test } from 'vitest'
import { createFontRunSplitter } from './pdf-font-runs.ts'
import { loadFonts } from './pdf-fonts.ts'

const splitIntoRuns = async (text: string) => createFontRunSplitter(await loadFonts(text))(text, 'regular')

// prettier-ignore
test.each([
  ['one direction',                       'Acme 12',                        ['Acme 12']],
  ['an accent of its own',                'Cafe\u0301',                    ['Café']],
  ['a number between Hebrew words',       'שלום 12 עולם',                   ['עולם', ' ', '12', 'שלום ']],
  ['Hebrew within Latin text',            'a שלום עולם b',                  ['a ', 'שלום עולם', ' b']],
  ['Latin within Hebrew text',            'שלום Acme',                      ['Acme', 'שלום ']],
  ['brackets within Hebrew text',         '(שלום)',                         ['(', 'שלום', ')']],
  ['Arabic with a mark',                  'سَلام',                            ['سَلام']],
  ['a family, a flag and a keycap',       '👨‍👩‍👧🇪🇸1️⃣',                         ['👨‍👩‍👧🇪🇸1️⃣']],
  ['an emoji after text',                 'a 🍅',                           ['a ', '🍅']],
  ['a line end',                          'a\nb\u2028c',                    ['a b c']],
  ['a mark without width',                'a\u200Bb\u200E',                 ['ab']],
  ['a character that no font has',        'a\u{F0000}b',                    ['a[U+F0000]b']],
  ['half a character',                    'a\uD83D',                        ['a[U+D83D]']],
])('X4 a PDF draws %s from left to right', async (_, text, expected) => {
  expect((await splitIntoRuns(text)).map((run) => run.text)).toEqual(expected)
})

test.each([
  ['Acme', 0],
  ['naïve\n\u200B', 0],
  ['🍅', 1],
  ['Проект', 1],
  ['提案書', 2],
])('fonts for other characters are loaded only if a text has them: %s', async (text, fallbacks) => {
  const [{ regular: own }, { regular }] = [await loadFonts(''), await loadFonts(text)]
  expect(regular).toHaveLength(own.length + fallbacks)
})
