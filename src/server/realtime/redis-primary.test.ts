import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { findProgram } from '../../../scripts/topology/programs.ts'
import { startRedisGroup } from '../../../scripts/topology/redis-group.ts'
import { checkRedisSettings } from './redis-adapter.ts'
import { findRedisPrimary, readRedisAddress } from './redis-primary.ts'

const hasRedis = findProgram('redis-server') !== undefined

async function startGroup() {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-sentinel-'))
  const group = await startRedisGroup((name) => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  })
  onTestFinished(async () => {
    await Promise.all([...group.sentinels, ...group.servers].map((one) => one.crash()))
  })
  await vi.waitFor(async () => expect(await group.hasReplica()).toBe(true), { timeout: 30_000, interval: 200 })
  return group
}

async function countMessages(url: string) {
  const client = createClient({ url })
  await client.connect()
  const count = await client.xLen('ritmo')
  client.destroy()
  return count
}

// prettier-ignore
test.each([
  ['redis://10.0.0.1:6379',                      'redis://10.0.0.1:6379',  []],
  ['redis://:secret@ritmo?sentinels=a:1,b:2',    'redis://:secret@ritmo',  ['a:1', 'b:2']],
  ['rediss://u:p@ritmo/2?sentinels=10.0.0.1',    'rediss://u:p@ritmo/2',   ['10.0.0.1:26379']],
])('O96 %s is read', (given, url, sentinels) => {
  expect(readRedisAddress(given)).toEqual({ url, sentinels })
})

test.runIf(hasRedis)(
  'O96 a server finds the primary by the Sentinels, and follows it after a failover',
  async () => {
    const group = await startGroup()
    await testApp({ REDIS_URL: group.url })
    const [first, second] = group.servers as [(typeof group.servers)[0], (typeof group.servers)[0]]
    await vi.waitFor(async () => expect(await countMessages(first.url)).toBeGreaterThan(0), { timeout: 10_000 })
    await first.crash()
    await vi.waitFor(async () => expect(await group.findPrimary()).toBe(second), { timeout: 30_000, interval: 200 })
    const before = await countMessages(second.url)
    const hasGrown = async () => expect(await countMessages(second.url)).toBeGreaterThan(before)
    await vi.waitFor(hasGrown, { timeout: 20_000, interval: 200 })
  },
  90_000,
)

test.runIf(hasRedis)(
  'O96 a name that no Sentinel knows stops the start, and Sentinels that do not answer are skipped',
  async () => {
    const { url, servers, sentinels } = await startGroup()
    const silent = `127.0.0.1:${await findFreePort()}`
    await expect(checkRedisSettings(url.replace('ritmo?', 'other?'))).rejects.toThrow('a primary called "other"')
    await expect(checkRedisSettings(`redis://ritmo?sentinels=${silent}`)).resolves.toBeUndefined()
    const hosts = [silent, new URL(sentinels[2]!.url).host].join(',')
    const found = await findRedisPrimary(readRedisAddress(`redis://:secret@ritmo?sentinels=${hosts}`))
    expect(found.primaryUrl).toBe(servers[0]!.url.replace('redis://', 'redis://:secret@'))
  },
  60_000,
)
