import { expect, test } from 'vitest'
import en from './en/index.ts'
import es from './es/index.ts'
import tr from './tr/index.ts'

type Tree = { [key: string]: string | Tree }

/** Key to placeholders. Plural forms count as one key, as languages differ in how many they have. */
function outline(tree: Tree, path = ''): [key: string, placeholders: string[]][] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = `${path}${name.replace(/_(zero|one|two|few|many|other)$/, '')}`
    if (typeof value !== 'string') return outline(value, `${key}.`)
    return [[key, [...value.matchAll(/{{(\w+)}}/g)].map(([, placeholder = '']) => placeholder).toSorted()]]
  })
}

test.each([
  ['Spanish', es],
  ['Turkish', tr],
])('W12 %s has every key of English, with the same placeholders, and no other', (_, catalogue) => {
  expect(Object.fromEntries(outline(catalogue))).toEqual(Object.fromEntries(outline(en)))
})
