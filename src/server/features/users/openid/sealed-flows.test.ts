import { expect, test } from 'vitest'
import { createFlows, createTokenSeal } from './sealed-flows.ts'

const SECRET = 'a secret that only the tests have, 32+'
const FLOW = { provider: 'work', state: 's', nonce: 'n', codeVerifier: 'v' }

function flows(secret = SECRET) {
  const clock = { now: Date.parse('2026-03-02T09:00:00Z') }
  return { clock, ...createFlows(secret, () => clock.now) }
}

test('S51 a flow can be read for 15 minutes by every server of the site, and by nobody else', () => {
  const sealed = flows().seal(FLOW)
  const { clock, open } = flows()
  expect(sealed).not.toContain(Buffer.from('work').toString('base64url'))
  expect(open(sealed)).toMatchObject(FLOW)
  expect(flows('another secret of 32 characters, too').open(sealed)).toBeUndefined()
  clock.now += 15 * 60_000 - 1
  expect(open(sealed)).toMatchObject(FLOW)
  clock.now += 1
  expect(open(sealed)).toBeUndefined()
})

test('S51 a changed flow, a part of one and an encrypted ID token are no flows', () => {
  const { seal, open } = flows()
  const sealed = seal(FLOW)
  const bytes = Buffer.from(sealed, 'base64url')
  for (const index of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1
    expect(open(changed.toString('base64url')), `byte ${index}`).toBeUndefined()
  }
  for (const length of [0, 1, 12, 27, 28, bytes.length - 1])
    expect(open(bytes.subarray(0, length).toString('base64url')), `${length} bytes`).toBeUndefined()
  const tokens = createTokenSeal(SECRET)
  expect(open(tokens.seal(JSON.stringify({ ...FLOW, expiresAt: Infinity })))).toBeUndefined()
  expect(tokens.open(tokens.seal('a.b.c'))).toBe('a.b.c')
})
