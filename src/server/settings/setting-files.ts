import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

export type Environment = Record<string, string | undefined>

/**
 * Replaces each `NAME_FILE` by `NAME` with the content of that file, as container platforms provide secrets. An empty
 * setting counts as not set.
 */
export function readSettingFiles(environment: Environment, secretNames: Iterable<string>): Environment {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  for (const name of secretNames) {
    const path = values[`${name}_FILE`]
    if (path === undefined) continue
    if (values[name] !== undefined) throw new StartError(`${name} and ${name}_FILE are both set: remove one of them.`)
    values[name] = readSecret(`${name}_FILE`, path)
  }
  return values
}

function readSecret(setting: string, path: string) {
  const content = readSettingFile(setting, path).trim()
  if (content === '') throw new StartError(`${setting} names ${path}, which is empty.`)
  return content
}

/** Reads a text file that a setting names. */
export function readSettingFile(setting: string, path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${setting} names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
