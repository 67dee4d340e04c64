import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { name } from '#contract/fields.ts'
import { jsonSchema } from './openapi.ts'
import { type FieldSchema, describeSchema } from './describe-schema.ts'

// prettier-ignore
test.each([
  [name(),                                            'text, 1 to 100 characters'],
  [z.email().check(z.maxLength(254)),                 'e-mail address, at most 254 characters'],
  [z.iso.datetime(),                                  'date and time'],
  [z.int().check(z.minimum(1), z.maximum(20)),        'whole number, 1 to 20'],
  [z.nullable(z.string()),                            'text or null'],
  [z._default(z.enum(['en', 'es']), 'en'),            '"en", "es"; "en" when left out'],
  [z.array(z.boolean()).check(z.maxLength(3)),        'list of true or false, at most 3 items'],
  [z.literal(true),                                   'true'],
  [z.unknown(),                                       'anything'],
])('schema %# is described as "%2$s"', (schema, description) => {
  expect(describeSchema(jsonSchema(schema, 'input') as FieldSchema)).toBe(description)
})
