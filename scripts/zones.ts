import { join } from 'node:path'
import { run } from './run.ts'

/** The earliest day, an offset with a quarter of an hour, and two zones with summer time. */
const ZONES = ['Pacific/Kiritimati', 'Asia/Kathmandu', 'Europe/Madrid', 'America/Los_Angeles']

/** Runs all tests once in each zone. */
for (const TZ of ZONES) {
  console.log(`\n${TZ} …`)
  const { ok } = await run(process.execPath, [join(import.meta.dirname, 'test.ts'), '--all'], {
    env: { ...process.env, TZ },
  })
  if (!ok) process.exitCode = 1
}
