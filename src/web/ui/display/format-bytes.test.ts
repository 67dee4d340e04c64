import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, 'en', '0 kB'],
  [640_400, 'en', '640 kB'],
  [12_340_000, 'en', '12.3 MB'],
  [12_340_000, 'es', '12,3 MB'],
  [12_340_000, 'tr', '12,3 MB'],
])('%i bytes are written in %s as %s', (bytes, language, expected) => {
  expect(formatBytes(bytes, language).replaceAll('\u00a0', ' ')).toBe(expected)
})
