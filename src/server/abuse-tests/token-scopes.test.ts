import { once } from 'node:events'
import { expect, test } from 'vitest'
import { TOKEN_SCOPES, type TokenScope } from '#contract/integrations/token-scopes.ts'
import { en } from '#contract/messages/en.ts'
import { newId } from '#server/db/values.ts'
import { insertToken } from '#server/features/tokens/queries.ts'
import { createTokenSecret, hashOfToken } from '#server/features/tokens/secrets.ts'
import { SAMPLE_MESSAGES } from './sample-messages.ts'
import { fillPlaceholders, SAMPLE_REQUESTS } from './sample-requests.ts'
import { startSocketServer } from './socket-server.ts'
import {
  type Caller,
  ENDPOINTS,
  requestFor,
  startServer,
  type TestServer,
  valuesFor,
  watchForHarm,
} from './test-server.ts'

/** Makes an access token of a caller, as a caller with the same values. */
async function withToken({ database }: Pick<TestServer, 'database'>, caller: Caller, scope: TokenScope) {
  const secret = createTokenSecret()
  await insertToken(database.db, {
    user_id: caller.userId,
    id: newId(Date.now()),
    hash: hashOfToken(secret)!,
    ending: secret.slice(-4),
    name: scope,
    scopes: scope,
    expires_at: null,
    created_at: 0,
  })
  return { ...caller, token: secret }
}

const isAllowed = (scope: TokenScope, scopes: readonly TokenScope[] | undefined) =>
  scopes !== undefined && (scope === 'everything' || scopes.includes(scope))

/** Resources that no access token reaches, and single endpoints of others. */
const CLOSED =
  /^(securityEvents|openid|twoFactor|passkeys|tokens|archive|administration|push|reminders|initialData|calendarFeeds|calendars|sharedReports|webhooks)\.|^users\.(?!profile$)|^review\.(mail|setMail)$|^trash\.(remove|empty)$/

test('S60 access tokens reach neither the account nor the administration, and `read` changes nothing', () => {
  for (const [name, { public: isPublic, scopes, method }] of ENDPOINTS) {
    if (isPublic) continue
    expect(scopes === undefined, name).toBe(CLOSED.test(name))
    if (scopes?.includes('read')) expect(method, name).toBe('GET')
    else if (scopes !== undefined && method === 'GET') expect(scopes, name).toEqual(['everything'])
  }
})

test.each(TOKEN_SCOPES)(
  'S60 a token with the scope %s is answered by the endpoints of the scope, and by no other',
  async (scope) => {
    const server = await startServer()
    const caller = await server.createCaller()
    const holder = await withToken(server, caller, scope)
    const call = (name: string) =>
      server.app.inject(requestFor(name, fillPlaceholders(SAMPLE_REQUESTS[name]!, valuesFor(holder)), holder.token))
    const endpoints = [...ENDPOINTS].filter(([, endpoint]) => !endpoint.public)

    // Its first use is recorded, which changes the row of the token.
    await call('users.profile')
    const expectNoHarm = await watchForHarm(server, caller)
    for (const [name, { scopes }] of endpoints.filter(([, { scopes }]) => !isAllowed(scope, scopes))) {
      const { statusCode, body } = await call(name)
      const code = scopes === undefined ? 'forbidden' : 'scope-required'
      expect([statusCode, JSON.parse(body).code], name).toEqual([403, code])
      if (scopes === undefined) expect(JSON.parse(body).message, name).toBe(en.notForTokens)
      else expect(Object.keys(JSON.parse(body).details), name).toEqual([scopes[0]])
    }
    await expectNoHarm()

    for (const [name] of endpoints.filter(([, { scopes }]) => isAllowed(scope, scopes)))
      expect([401, 403], name).not.toContain((await call(name)).statusCode)
  },
)

const MAY_LISTEN: TokenScope[] = ['read', 'timer', 'everything']
const MAY_COMMAND: TokenScope[] = ['timer', 'everything']
const LISTENING_EVENTS = ['timer:requestSync', 'timer:clock']

test.each(TOKEN_SCOPES)(
  'S61 a socket with a token of the scope %s sends the events of the scope, and no other',
  async (scope) => {
    const server = await startSocketServer()
    const caller = await server.createCaller()
    const holder = await withToken(server, caller, scope)
    if (!MAY_LISTEN.includes(scope)) {
      const [error] = (await once(server.open({ token: holder.token, proto: 2 }) as never, 'connect_error')) as [Error]
      expect(error.message).toBe('scope-required')
      return
    }
    const expectNoHarm = await watchForHarm(server, caller)
    for (const [event, messages] of Object.entries(SAMPLE_MESSAGES)) {
      // One socket for each event, because too many events of one are refused.
      const socket = await server.connect(holder)
      for (const message of messages.length === 0 ? [undefined] : messages) {
        const given = message === undefined ? [] : [fillPlaceholders(message, valuesFor(holder))]
        const answer = await socket.timeout(5_000).emitWithAck(event, ...given)
        const isRefused = answer?.error === 'scope-required'
        expect(isRefused, event).toBe(!LISTENING_EVENTS.includes(event) && !MAY_COMMAND.includes(scope))
        if (isRefused) expect(answer.message).toBe(en.needsScopeTimer)
      }
      socket.disconnect()
    }
    if (!MAY_COMMAND.includes(scope)) await expectNoHarm()
  },
)
