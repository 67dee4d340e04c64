import { expect, test } from 'vitest'
import { CORRECTED_PROBLEMS, FATAL_PROBLEMS, IMPORT_FIELDS, IMPORT_FORMATS } from '#core/import/import-model.ts'
import { LANGUAGES } from '#core/language.ts'
import { FIELDS } from './import-fields.ts'
import { FORMATS } from './import-formats.ts'

type Tree = { [name: string]: string | Tree }

const texts = import.meta.glob<Tree>('#web/i18n/*/imports.json', { eager: true, import: 'default' })

const KINDS = [...FATAL_PROBLEMS, ...CORRECTED_PROBLEMS]

const at = (tree: Tree | undefined, path: string) =>
  path.split('.').reduce<string | Tree | undefined>((part, name) => (part as Tree | undefined)?.[name], tree)

test.each(LANGUAGES)('every problem, field and format has a text in %s', (language) => {
  const [, tree] = Object.entries(texts).find(([path]) => path.includes(`/${language}/`)) ?? []
  const sentences = KINDS.map((kind) => at(tree, `problem.kind.${kind}`))
  expect(sentences.filter((sentence) => typeof sentence !== 'string' || !sentence.endsWith('.'))).toEqual([])
  expect(new Set(sentences).size).toBe(KINDS.length)
  expect(IMPORT_FIELDS.filter((field) => typeof at(tree, `columns.field.${field}`) !== 'string')).toEqual([])
  expect(IMPORT_FORMATS.filter((format) => typeof at(tree, `from.${format}`) !== 'string')).toEqual([])
})

test('every field can be chosen, and every format is listed', () => {
  expect(FIELDS.toSorted()).toEqual(IMPORT_FIELDS.toSorted())
  expect(FORMATS.toSorted()).toEqual(IMPORT_FORMATS.toSorted())
})
