import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../run.ts'

const IMPORT = /^import \{([^}]*)\} from 'lucide-react'$/gm

/**
 * Imports each icon from its own module. By way of the index of the package, every icon would seem to be needed by every
 * module that imports one, and the first page would load the icons of all pages.
 */
export function separateIcons(): Plugin {
  const files = readIconFiles()
  const toImport = (specifier: string) => {
    if (specifier.startsWith('type ')) return `import type { ${specifier.slice(5)} } from 'lucide-react'`
    const [name = '', local = name] = specifier.split(' as ')
    return `import ${local} from 'lucide-react/icons/${files.get(name)}'`
  }
  return {
    name: 'separate-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/web\/.*\.tsx?$/ },
      handler: (code) =>
        code.replaceAll(IMPORT, (_import, specifiers: string) =>
          specifiers
            .match(/\w+( \w+)*/g)!
            .map(toImport)
            .join('; '),
        ),
    },
  }
}

/** The file of each icon, by all its names. */
function readIconFiles() {
  const index = readFileSync(join(ROOT, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  const exported = index.matchAll(/^export \{ (.*) \} from '\.\/icons\/(.*)\.mjs';$/gm)
  const names = [...exported].flatMap(([, specifiers = '', file = '']) =>
    specifiers.split(', ').map((specifier) => [specifier.replace('default as ', ''), file] as const),
  )
  return new Map(names)
}
