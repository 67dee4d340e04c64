// Plain JavaScript like main.mjs, so that the server loads no TypeScript; the build runs in its own process.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
await import('../src/server/main.mjs')
