// Plain JavaScript, as the server's own file is, so the front end is built in a process of its own.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
await import('../src/server/main.mjs')
