import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

/** Replaces each `${NAME}` in a file of the repository, as `envsubst` does in deployments. */
export function fillTemplate(path: string, values: Record<string, string>) {
  return readFileSync(join(ROOT, path), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} needs a value for ${name}`)
    return value
  })
}
