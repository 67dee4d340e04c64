// Starts the server once, so that its compile cache is written. The image for Docker is built with it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const data = mkdtempSync(join(tmpdir(), 'ritmo-warm-up-'))
const main = join(import.meta.dirname, '../src/server/main.mjs')
const env = { ...process.env, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' }
const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
let isReady = false
child.stdout.on('data', (chunk) => {
  if (isReady || !String(chunk).includes('Ritmo is ready')) return
  isReady = true
  child.kill('SIGTERM')
})
child.on('exit', () => {
  rmSync(data, { recursive: true, force: true })
  process.exit(isReady ? 0 : 1)
})
