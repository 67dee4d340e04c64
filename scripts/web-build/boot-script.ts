import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { LANGUAGES } from '../../src/core/language.ts'
import { PRELOADS } from '../../src/web/app/route-chunks.ts'
import { ROOT } from '../run.ts'
import { BROWSER_NAMES } from './browsers/oldest-browsers.ts'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

const BOOT_SCRIPT = join(ROOT, 'src/web/boot.js')

/**
 * Adds `boot.js` to the page: a blocking script that sets theme and hue before the first paint and preloads the files of
 * the page. It is a file of its own because the content policy allows no inline script.
 */
export function bootScript(): Plugin {
  let isBuild = false
  return {
    name: 'boot-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      const withoutComments = readFileSync(BOOT_SCRIPT, 'utf8').replaceAll(/^ *\/\/.*\n/gm, '')
      // Throws on newer syntax, which would keep an old browser from showing its page.
      parse(withoutComments, { ecmaVersion: 5 })
      if (isBuild) this.emitFile({ type: 'asset', name: 'boot.js', source: withoutComments })
    },
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const built = Object.keys(bundle).find((name) => /boot-[^/]*\.js$/.test(name))
        const attrs = { src: `/${built ?? 'boot.js'}`, ...(built && { 'data-files': listPreloads(bundle) }) }
        const html = page.replaceAll('%OLDEST_BROWSERS%', BROWSER_NAMES)
        return { html, tags: [{ tag: 'script', attrs, injectTo: 'head' }, ...(built ? preloadFonts(bundle) : [])] }
      },
    },
  }
}

/** Without this the browser finds the font only in the style sheet, after the first text, which then moves. */
function preloadFonts(bundle: Bundle) {
  const fonts = Object.keys(bundle).filter((name) => /latin-wght-normal-[^/]*\.woff2$/.test(name))
  if (fonts.length === 0) throw new Error('The page has no font to preload')
  return fonts.map((name) => ({
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
    injectTo: 'head' as const,
  }))
}

/** A browser opens six connections, so more files wait for each other. Their groups are in `chunks.ts`. */
const MAX_FILES = 8

/** The preloads as `boot.js` reads them, in one line: `key: file file, key: file`. */
function listPreloads(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (file: string): string[] => [file, ...(byName.get(file)?.imports ?? []).flatMap(withImports)]
  const entryFiles = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => withImports(fileName)))
  const filesOf = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => withImports(findChunk(chunks, path).fileName)))
  const everywhere = Object.fromEntries(
    ['anonymous', 'user'].map((visitor) => [visitor, filesOf(withoutTranslations(PRELOADS[visitor] ?? []))]),
  )
  const lists = Object.entries(PRELOADS).flatMap(([key, paths]) => [
    [key, filesOf(withoutTranslations(paths))] as const,
    ...LANGUAGES.map((language) => [`${key} ${language}`, filesOf(translationsIn(paths, language))] as const),
  ])
  return lists
    .map(([key, files]) => {
      const [visitor = ''] = key.split(' ')
      const known = key === visitor ? new Set<string>() : (everywhere[visitor] ?? new Set())
      const names = [...files].filter((file) => !entryFiles.has(file) && !known.has(file))
      if (names.length > MAX_FILES)
        throw new Error(
          `"${key}" would load ${names.length} files at first, more than ${MAX_FILES}: ${names.join(', ')}`,
        )
      return { key, names: names.map((file) => file.replace(/^assets\/(.*)\.js$/, '$1')) }
    })
    .filter(({ names }) => names.length > 0)
    .map(({ key, names }) => `${key}: ${names.join(' ')}`)
    .join(', ')
}

const withoutTranslations = (paths: readonly string[]) => paths.filter((path) => !path.includes('{language}'))

const translationsIn = (paths: readonly string[], language: string) =>
  paths.filter((path) => path.includes('{language}')).map((path) => path.replace('{language}', language))

function findChunk(chunks: readonly Chunk[], path: string) {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(ROOT, path)))
  if (chunk === undefined) throw new Error(`The page preloads ${path}, which is not part of the app`)
  return chunk
}
