import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

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

/** Licences that ask at most for attribution, or for publishing changes to the package's own files. */
const ALLOWED_LICENCES =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|Python-2\.0|CC-BY-4\.0|CC0-1\.0|Unlicense)$/
/** Licences of packages whose package.json does not name them. */
const LICENCES_READ_BY_HAND: Record<string, string> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
}

/** Checks that each package has an exact version, a checksum, an allowed licence, and no install script. */
export function checkPackages() {
  const complaints = findPackageFaults(
    read('package.json') as Manifest,
    read('package-lock.json') as { packages: LockedPackages },
  )
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

type LockedPackages = Record<string, Package>

export function findPackageFaults(
  { dependencies, devDependencies, allowScripts }: Manifest,
  { packages }: { packages: LockedPackages },
) {
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version))
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  return [
    ...loose.map(([name, version]) => `${name}: ${version} is not an exact version`),
    ...installed.flatMap(([path, one]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = one.license ?? LICENCES_READ_BY_HAND[name] ?? 'none'
      const faults = {
        'has no checksum': !one.integrity?.startsWith('sha512-'),
        'names a registry': one.resolved !== undefined,
        'runs an install script': one.hasInstallScript === true && allowScripts[name] !== true,
        [`has the licence ${licence}`]: !ALLOWED_LICENCES.test(licence),
      }
      return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [`package-lock.json: ${name} ${fault}`] : []))
    }),
  ]
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
