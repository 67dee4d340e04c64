import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uuidV7, uuidV8 } from './uuid.ts'

const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('an id contains its version and its time, whatever the random bytes', () => {
  fc.assert(
    fc.property(instants, bytes, (at, random) => {
      const id = uuidV7(at, random)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
    }),
  )
})

test('ids sort by time', () => {
  fc.assert(
    fc.property(instants, instants, bytes, (a, b, random) => {
      fc.pre(a !== b)
      expect(uuidV7(a, random) < uuidV7(b, random)).toBe(a < b)
    }),
  )
})

test('an id from a hash keeps its bytes except version and variant', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
  expect(uuidV8(hash)).toBe('00070e15-1c23-8a31-b83f-464d545b6269')
  expect(uuidV8(hash)).toBe(uuidV8(hash))
})

test('an id keeps its random bytes except version and variant', () => {
  const random = Uint8Array.from({ length: 12 }, (_, index) => 0xf0 + index)
  expect(uuidV7(0x0123_4567_89ab, random)).toBe('01234567-89ab-70f1-b2f3-f4f5f6f7f8f9')
})
