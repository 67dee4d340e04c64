import { SECRET_SETTINGS } from '../src/server/config.ts'
import { describeSettings } from '../src/server/settings/describe-settings.ts'
import { StartError } from '../src/server/settings/start-error.ts'

/** Prints every setting with its value in force and its source. Secrets are hidden. */
try {
  const { settings, unknown, problems } = describeSettings(process.env, readEnvFiles())
  const width = Math.max(...settings.map(({ name }) => name.length))
  const valueWidth = Math.min(60, Math.max(...settings.map(({ value }) => value.length)))
  for (const { name, value, source } of settings)
    console.log(`${name.padEnd(width)}  ${value.padEnd(valueWidth)}  ${source}`)
  console.log(`\nSecrets (${[...SECRET_SETTINGS].join(', ')}) are hidden; each can be read from a file by NAME_FILE.`)
  for (const { name, nearest } of unknown) console.log(`UNKNOWN ${name} has no effect. Was ${nearest} meant?`)
  for (const problem of problems) console.error(`WRONG ${problem}`)
  if (problems.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** The files that Node has read by its option. */
function readEnvFiles() {
  return process.execArgv.flatMap((option) => /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1] ?? [])
}
