import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { removeServerBundle } from './build-server.ts'
import { ROOT } from './run.ts'

// Node watches the files that it has loaded.
removeServerBundle()

/** The server restarts when its files change; Vite, at http://localhost:5173, updates the page. */
const children = [['--watch', 'src/server/main.mjs'], [join('node_modules', 'vite', 'bin', 'vite.js')]].map((options) =>
  spawn(process.execPath, options, { cwd: ROOT, stdio: 'inherit' }),
)

const stop = () => children.forEach((child) => child.kill())
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
