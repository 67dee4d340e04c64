import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uuidV7 } from './uuid.ts'

const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('an id tells its version and its time, whatever the random bytes', () => {
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
