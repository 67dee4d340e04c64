import { join } from 'node:path'
import { run } from './run.ts'

/** Both edges of the day, a quarter of an hour, and clocks that change in spring and autumn. */
const ZONES = ['Pacific/Kiritimati', 'Asia/Kathmandu', 'Europe/Madrid', 'America/Los_Angeles']

/** All tests, on a machine in each of these zones. */
for (const TZ of ZONES) {
  console.log(`\n${TZ} …`)
  const { ok } = await run(process.execPath, [join(import.meta.dirname, 'test.ts')], { env: { ...process.env, TZ } })
  if (!ok) process.exitCode = 1
}
