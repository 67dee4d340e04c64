import { expect, test, vi } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { findFreePort } from '../../../scripts/topology/free-port.ts'

test('O78 metrics show that Redis is not reached', async () => {
  const { app } = await testApp({ REDIS_URL: `redis://127.0.0.1:${await findFreePort()}` })
  await vi.waitFor(async () => {
    const text = (await app.inject('/metrics')).body
    expect(text).toContain('\nritmo_redis_connected{stream="ritmo"} 0\n')
    expect(Number(/^ritmo_redis_errors_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  })
})

test('O78 without Redis its metrics have no value, so that no alert fires', async () => {
  const { app } = await testApp()
  const text = (await app.inject('/metrics')).body
  expect(text).toContain('# TYPE ritmo_redis_connected gauge')
  expect(text).not.toMatch(/^ritmo_redis_connected/m)
})
