import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/language.ts'

type TextTree = { [key: string]: string | TextTree }

/** Keys with their placeholders. Plural forms count as one key, because languages differ in how many they have. */
function outline(tree: TextTree, path = ''): [key: string, placeholders: string[]][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = `${path}${name.replace(/_(zero|one|two|few|many|other)$/, '')}`
    if (typeof value !== 'string') return outline(value, `${key}.`)
    return [[key, [...value.matchAll(/{{(\w+)}}/g)].map(([, placeholder = '']) => placeholder).toSorted()]]
  })
}

/** All translation files, whatever chunk they belong to. */
const files = import.meta.glob<TextTree>('./*/**/*.json', { eager: true, import: 'default' })
const names = Object.keys(files).flatMap((path) => path.match(/^\.\/en\/(.*)$/)?.[1] ?? [])
const cases = names.flatMap((name) =>
  LANGUAGES.filter((language) => language !== 'en').map((language) => [language, name]),
)

test.each(cases)(
  '%s/%s has every key of English, with the same placeholders, and no other',
  (language = '', name = '') => {
    const keys = (language: string) => Object.fromEntries(outline(files[`./${language}/${name}`] ?? {}))
    expect(keys(language)).toEqual(keys('en'))
  },
)

const chunks = Object.keys(import.meta.glob('./*/**/*.ts')).filter((path) => !path.startsWith('./testing/'))

test.each(LANGUAGES)('%s has the same chunks as English', (language) => {
  const own = chunks.filter((path) => path.startsWith(`./${language}/`))
  const english = chunks.filter((path) => path.startsWith('./en/'))
  expect(own).toEqual(english.map((path) => path.replace('./en/', `./${language}/`)))
})
