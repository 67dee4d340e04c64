import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { type Language, LANGUAGES } from '#core/language.ts'
import { readSettingFile } from './setting-files.ts'
import { StartError } from './start-error.ts'

/** The operator's text for the first visit, by language; the one without a language is for all others. */
export type Notice = Partial<Record<Language, string>> & { default: string }

const MAX_LENGTH = 4_000

/**
 * Reads NOTICE: undefined for the app's own text, null for none, or the text of a file. `notice.es.txt` beside
 * `notice.txt` is its Spanish text.
 */
export function readNotice(value: string | undefined): Notice | null | undefined {
  if (value === undefined || value === 'on') return undefined
  if (value === 'off') return null
  const ending = extname(value)
  const translations = LANGUAGES.map(
    (language) => [language, `${value.slice(0, value.length - ending.length)}.${language}${ending}`] as const,
  )
    .filter(([, path]) => existsSync(path))
    .map(([language, path]) => [language, readText(path)] as const)
  return { default: readText(value), ...Object.fromEntries(translations) }
}

function readText(path: string) {
  const text = readSettingFile('NOTICE', path).replaceAll('\r\n', '\n').trim()
  if (text === '') throw new StartError(`NOTICE names ${path}, which is empty: write NOTICE=off for no notice.`)
  if (text.length > MAX_LENGTH)
    throw new StartError(`NOTICE names ${path}, which is longer than ${MAX_LENGTH} characters.`)
  return text
}
