// Builds the front end unless this is a release, which has it already, and starts the server.
// Plain JavaScript like main.mjs, so that the server loads no TypeScript; the build runs in its own process.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const builder = join(import.meta.dirname, 'build.ts')
if (existsSync(builder)) {
  const { status, signal } = spawnSync(process.execPath, [builder], { stdio: 'inherit' })
  if (signal === 'SIGKILL') console.error('The build was killed. The memory is probably full: it needs 768 MB.')
  if (status !== 0) process.exit(status ?? 1)
}
await import('../src/server/main.mjs')
