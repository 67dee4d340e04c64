import { expect, test } from 'vitest'
import { requestOf } from './everything.ts'
import { ENDPOINTS, make, openSite, runTimer, watchOver } from './site.ts'

/** All that a form on any page of the web can send, without asking first. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

async function annAtWork() {
  const site = await openSite({ CORS_ORIGINS: 'https://app.example.org' })
  const ann = await site.newcomer()
  await runTimer(site.app, ann)
  await make(site.app, ann, 'timeEntries.start')
  return { ...site, ann, expectNoHarm: await watchOver(site, ann) }
}

test('S14 looking changes nothing: no image or link on another page does anything', async () => {
  const { app, ann, expectNoHarm } = await annAtWork()
  const looks = [...ENDPOINTS].filter(([, { method }]) => method === 'GET')
  for (const [name] of looks)
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode } = await app.inject({ ...requestOf(name, ann), method })
      expect(statusCode, `${method} ${name}`).toBe(200)
    }
  await expectNoHarm()
})

test('S14 a form on another page does nothing and reads nothing', async () => {
  const { app, ann, expectNoHarm } = await annAtWork()
  const cookie = `token=${ann.token}; session=${ann.things['session']}`
  for (const [name, { method }] of ENDPOINTS)
    for (const type of method === 'GET' ? [] : FORM_TYPES) {
      const request = requestOf(name, ann)
      const headers = { origin: 'https://evil.example.net', cookie, 'content-type': type }
      const reply = await app.inject({ ...request, headers, payload: request.payload ?? '{}' })
      expect([401, 415], `${name} as ${type}`).toContain(reply.statusCode)
      expect(reply.headers, name).not.toHaveProperty('access-control-allow-origin')
    }
  await expectNoHarm()
})
