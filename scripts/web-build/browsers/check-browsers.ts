import type { Plugin } from 'vite'
import { ROOT } from '../../run.ts'
import { type Accepted, ACCEPTED_BUILT_INS, ACCEPTED_IN_SERVICE_WORKER, ACCEPTED_STYLES } from './accepted.ts'
import { findNewerBuiltIns } from './find-newer-built-ins.ts'
import { findNewerStyles } from './find-newer-styles.ts'
import { listNewerBuiltIns } from './newer-built-ins.ts'

interface Finding {
  feature: string
  /** The modules or the file that contain it. */
  places: string[]
}

type Bundle = Record<string, Chunk | { type: 'asset'; source: string | Uint8Array }>

interface Chunk {
  type: 'chunk'
  code: string
  modules: Record<string, { code: string | null }>
}

/** Fails the build if the oldest browsers lack a built-in, a syntax or a style that it uses, including its packages. */
export function checkBrowsers(): Plugin {
  let isMinified = false
  return {
    name: 'check-browsers',
    apply: 'build',
    configResolved(config) {
      isMinified = config.build.minify !== false
    },
    generateBundle(_options, bundle) {
      // A build that is not minified, as for test coverage, also contains code that no browser reaches.
      if (isMinified) report(findComplaints(bundle))
    },
  }
}

/** The same for the service worker, which is built on its own. */
export function checkServiceWorker(code: string) {
  const findings = findNewerBuiltIns(code, listNewerBuiltIns()).map((feature) => ({ feature, places: ['sw.js'] }))
  report(compare(findings, ACCEPTED_IN_SERVICE_WORKER))
}

function report(complaints: readonly string[]) {
  if (complaints.length > 0) throw new Error(`The oldest supported browsers lack:\n${complaints.join('\n')}`)
}

function findComplaints(bundle: Bundle) {
  const newer = listNewerBuiltIns()
  const [builtIns, styles]: [Finding[], Finding[]] = [[], []]
  for (const [file, built] of Object.entries(bundle)) {
    const text = textOf(built)
    if (file.endsWith('.js'))
      for (const feature of findNewerBuiltIns(text, newer))
        builtIns.push({ feature, places: built.type === 'chunk' ? findModules(built, feature) : [file] })
    if (file.endsWith('.css')) for (const feature of findNewerStyles(text)) styles.push({ feature, places: [file] })
  }
  return [...compare(builtIns, ACCEPTED_BUILT_INS), ...compare(styles, ACCEPTED_STYLES)]
}

function textOf(built: Bundle[string]) {
  if (built.type === 'chunk') return built.code
  return typeof built.source === 'string' ? built.source : new TextDecoder().decode(built.source)
}

function findModules({ modules }: Chunk, feature: string) {
  const word = new RegExp(`\\b${feature.slice(feature.lastIndexOf('.') + 1)}\\b`)
  return Object.entries(modules).flatMap(([id, { code }]) => (word.test(code ?? '') ? [toPlace(id)] : []))
}

/** The path of our own modules, and the package of others. */
const toPlace = (id: string) => /.*\/node_modules\/((?:@[^/]*\/)?[^/]*)/.exec(id)?.[1] ?? id.replace(`${ROOT}/`, '')

/** Lists the findings that are not accepted, and what is accepted without need. */
export function compare(findings: readonly Finding[], accepted: Readonly<Record<string, Accepted>>) {
  const isAccepted = (feature: string, place: string) =>
    accepted[feature]?.in?.some((start) => place.startsWith(start)) ?? feature in accepted
  return [
    ...findings.flatMap(({ feature, places }) =>
      places.filter((place) => !isAccepted(feature, place)).map((place) => `  ${feature} in ${place}`),
    ),
    ...Object.keys(accepted)
      .filter((feature) => !findings.some((finding) => finding.feature === feature))
      .map((feature) => `  nothing: ${feature} is accepted, but not used`),
  ]
}
