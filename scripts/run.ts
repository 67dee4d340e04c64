import { spawn, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Runs a script of `node_modules` on the Node that runs this one, on every platform. */
export function runTool(path: string, options: string[] = [], spawnOptions: SpawnOptions = {}) {
  return run(process.execPath, [join(ROOT, 'node_modules', path), ...options], spawnOptions)
}

/** Runs a command to its end. With `stdio: 'pipe'` its output is returned as one text. */
export function run(command: string, options: string[], spawnOptions: SpawnOptions = {}) {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = spawn(command, options, { cwd: ROOT, stdio: 'inherit', ...spawnOptions })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    // A program that is killed says nothing itself.
    child.on('close', (code, signal) =>
      resolve({ ok: code === 0, output: signal ? `${output}Ended by ${signal}` : output }),
    )
  })
}
