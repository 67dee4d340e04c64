import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { makeRecoveryCodes } from '#server/features/users/two-factor/queries.ts'
import { startGoogleIssuer } from '#server/testing/google-issuer.ts'
import { testApp } from '#server/testing/test-app.ts'

const PASSWORD = 'Correct horse 1'
const GMAIL = { sub: 'g-1', email: 'ann@gmail.com', name: 'Ann' }

async function withGoogle() {
  const issuer = await startGoogleIssuer()
  onTestFinished(issuer.stop)
  const parts = await testApp({ ...issuer.settings, RATE_LIMITS: 'on', PUBLIC_URL: 'https://ritmo.example.org' })
  const tokenFor = async (claims: object) => {
    const { address } = (await parts.app.inject('/api/users/google')).json().data
    const nonce = new URL(address).searchParams.get('nonce')!
    return issuer.tokenFor({ nonce, ...claims }, { now: parts.clock.now })
  }
  const send = (token: string) => parts.post('/users/google', { token })
  const signIn = async (claims: object) => send(await tokenFor(claims))
  return { ...parts, tokenFor, send, signIn }
}

test('A77 Google does not replace the second factor of an account, and a refused sign-in can be repeated with the code', async () => {
  const { signIn, send, tokenFor, db, app, post } = await withGoogle()
  await signIn(GMAIL)
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const [code = ''] = await addRecoveryCodes(db, id)
  const token = await tokenFor(GMAIL)
  const refused = await send(token)
  expect(refused.statusCode).toBe(401)
  expect(refused.json().code).toBe('second-factor-required')
  const withCode = (code: string, token: string) =>
    app.inject({ method: 'POST', url: '/api/users/google', payload: { token, code } })
  expect((await withCode('aaaa-bbbb-cccc-dddd', token)).json().message).toBe(
    'This code is not right, or it was used before',
  )
  expect((await withCode(code, token)).statusCode).toBe(200)
  for (let count = 0; count < 9; count += 1)
    expect((await withCode('000000', await tokenFor(GMAIL))).statusCode).toBe(401)
  expect((await withCode('000000', await tokenFor(GMAIL))).statusCode).toBe(429)

  // Somebody registers the address of somebody else, and protects the account against them.
  await post('/users/register', { name: 'Bob', email: 'bob@gmail.com', password: PASSWORD })
  const bob = await db.selectFrom('users').select('id').where('email', '=', 'bob@gmail.com').executeTakeFirstOrThrow()
  await addRecoveryCodes(db, bob.id)
  expect((await post('/users/login', { email: 'bob@gmail.com', password: PASSWORD })).json().code).toBe(
    'second-factor-required',
  )
  expect((await signIn({ ...GMAIL, sub: 'g-3', email: 'bob@gmail.com' })).statusCode).toBe(200)
})

/** What an account with a second factor has. */
async function addRecoveryCodes(db: Db, userId: string) {
  await db.updateTable('users').set({ two_factor_at: 1 }).where('id', '=', userId).execute()
  return makeRecoveryCodes(db, userId)
}
