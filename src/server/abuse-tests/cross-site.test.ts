import { expect, test } from 'vitest'
import { sampleRequestOf } from './call-all-endpoints.ts'
import { ENDPOINTS, callSample, startServer, runTimer, watchForHarm } from './test-server.ts'

/** Content types that a form on any web page can send without a CORS preflight. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

/** The security log has the downloads of archives, which need a session in a header. A feed tells when it was read last. */
const RECORDED = ['archive.download', 'calendarFeeds.fetch']

async function startWithRunningEntry() {
  const server = await startServer({ CORS_ORIGINS: 'https://app.example.org' })
  const ann = await server.createCaller()
  await runTimer(server.app, ann)
  await callSample(server.app, ann, 'timeEntries.start')
  return { ...server, ann, expectNoHarm: await watchForHarm(server, ann) }
}

test('S14 GET requests change nothing, so images and links on other pages cannot', async () => {
  const { app, ann, expectNoHarm } = await startWithRunningEntry()
  const reads = [...ENDPOINTS].filter(([name, { method }]) => method === 'GET' && !RECORDED.includes(name))
  for (const [name] of reads)
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await app.inject({ ...sampleRequestOf(name, ann), method })
      // To an ordinary user, the endpoints of administrators do not exist.
      expect(statusCode, `${method} ${name}`).toBe(name.startsWith('administration.') ? 404 : 200)
    }
  await expectNoHarm()
})

test('S14 a form on another page changes nothing and reads nothing', async () => {
  const { app, ann, expectNoHarm } = await startWithRunningEntry()
  const cookie = `token=${ann.token}; session=${ann.values['session']}`
  for (const [name, { method }] of ENDPOINTS)
    for (const type of method === 'GET' ? [] : FORM_TYPES) {
      const request = sampleRequestOf(name, ann)
      const headers = { origin: 'https://evil.example.net', cookie, 'content-type': type }
      const reply = await app.inject({ ...request, headers, payload: request.payload ?? '{}' })
      expect([401, 415], `${name} as ${type}`).toContain(reply.statusCode)
      expect(reply.headers, name).not.toHaveProperty('access-control-allow-origin')
    }
  await expectNoHarm()
})
