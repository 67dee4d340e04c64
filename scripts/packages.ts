import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

interface Package {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
}

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

/** Those that ask for no more than being named, or for changes to their own files. */
const LICENCES =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|CC-BY-4\.0|Unlicense)$/
/** They tell their licence elsewhere than where npm looks for it. */
const READ_BY_US: Record<string, string> = {
  'png-js': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
}

/** Everything that is installed is one version with one content, under a licence that we can keep, and runs nothing unasked. */
export function checkPackages() {
  const complaints = faultsIn(read('package.json') as Manifest, read('package-lock.json') as { packages: Lock })
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

type Lock = Record<string, Package>

export function faultsIn({ dependencies, devDependencies, allowScripts }: Manifest, { packages }: { packages: Lock }) {
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version))
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  return [
    ...loose.map(([name, version]) => `${name}: ${version} is not one version`),
    ...installed.flatMap(([path, one]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = one.license ?? READ_BY_US[name] ?? 'none'
      const faults = {
        'has no checksum': !one.integrity?.startsWith('sha512-'),
        'names where it comes from': one.resolved !== undefined,
        'runs a script when it is installed': one.hasInstallScript === true && allowScripts[name] !== true,
        [`has the licence ${licence}`]: !LICENCES.test(licence),
      }
      return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [`package-lock.json: ${name} ${fault}`] : []))
    }),
  ]
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
