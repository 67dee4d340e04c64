import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/language.ts'

type Tree = { [key: string]: string | Tree }

/** Key to placeholders. Plural forms count as one key, as languages differ in how many they have. */
function outline(tree: Tree, path = ''): [key: string, placeholders: string[]][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = `${path}${name.replace(/_(zero|one|two|few|many|other)$/, '')}`
    if (typeof value !== 'string') return outline(value, `${key}.`)
    return [[key, [...value.matchAll(/{{(\w+)}}/g)].map(([, placeholder = '']) => placeholder).toSorted()]]
  })
}

/** Every file of words there is, whatever chunk it goes into. */
const files = import.meta.glob<Tree>('./*/*.json', { eager: true, import: 'default' })
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
