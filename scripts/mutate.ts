import { runTool } from './run.ts'

const [set = '', ...paths] = process.argv.slice(2)
if (set !== 'core' && set !== 'auth') throw new Error('Name what to mutate: core or auth, optionally followed by files')

const options = paths.length === 0 ? [] : ['--mutate', paths.join(',')]
const { ok } = await runTool('@stryker-mutator/core/bin/stryker.js', ['run', 'stryker.config.ts', ...options], {
  env: { ...process.env, MUTATE: set },
})
if (!ok) process.exitCode = 1
