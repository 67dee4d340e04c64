import { isLanguage, type Language } from '#core/language.ts'

/** Language tags by where they were found. */
interface LanguageSources {
  stored: string | undefined
  browser: readonly string[]
  page: string
  path: string
}

/** The specification's order, region left aside: es-MX is es. */
export function detectLanguage({ stored, browser, page, path }: LanguageSources): Language {
  const tags = [stored, ...browser, page, path.split('/')[1]]
  return tags.map((tag) => tag?.split('-')[0]).find(isLanguage) ?? 'en'
}
