import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { outlineOf } from '../../src/web/api/reply-outline.ts'
import { ROOT } from '../run.ts'

const CONTRACT = join(ROOT, 'src/contract/')
/** The source of a contract module, with its schemas. Only forms need one. */
export const SCHEMAS = '?schemas'

/**
 * Ships the contract without the schemas that only the server checks. A built module of the contract has its constants,
 * and its endpoints with outlines of their replies; it re-exports the rest from its source, so that pages without a form
 * load neither schemas nor zod.
 */
export function contractOutlines(): Plugin {
  return {
    name: 'contract-outlines',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.startsWith(CONTRACT)) return undefined
      const source = id.replace(SCHEMAS, '')
      const code = source === id ? outlineModule(id, await evaluate(id)) : readFileSync(source, 'utf8')
      return { code, moduleSideEffects: false }
    },
    resolveId(source) {
      return source.startsWith(CONTRACT) && source.endsWith(SCHEMAS) ? source : undefined
    },
  }
}

const evaluate = async (file: string) => (await import(pathToFileURL(file).href)) as Record<string, unknown>

function outlineModule(id: string, exported: Record<string, unknown>) {
  const lines = Object.entries(exported).map(([name, value]) => {
    if (isEndpoints(value)) return `export const ${name} = ${JSON.stringify(outlineEndpoints(value))}`
    if (isData(value)) return `export const ${name} = ${JSON.stringify(value)}`
    return `export { ${name} } from ${JSON.stringify(id + SCHEMAS)}`
  })
  return lines.join('\n')
}

const outlineEndpoints = (endpoints: Record<string, Endpoint>) =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { method, path, public: isPublic, upload } = endpoint
      const { version, ...outline } = outlineOf(endpoint)
      // Only what is read is stored, and needs a version.
      const reply = method === 'GET' ? { ...outline, version } : outline
      return [name, { method, path, public: isPublic, upload, reply }]
    }),
  )

/** A check of zod has no fields of its own that can be listed, and is no empty list of endpoints. */
const isEndpoints = (value: unknown): value is Record<string, Endpoint> =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((endpoint) => isObject(endpoint) && 'path' in endpoint && 'reply' in endpoint)

const isData = (value: unknown) => typeof value !== 'function' && isDeepStrictEqual(toJson(value), value)

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
