import { isLanguage, type Language } from '#core/language.ts'

/** Language tags by where they come from. */
interface LanguageSources {
  stored: string | undefined
  browser: readonly string[]
  page: string
  path: string
}

/** Takes the first supported language in the specification's order. The region is ignored: es-MX is es. */
export function detectLanguage({ stored, browser, page, path }: LanguageSources): Language {
  const tags = [stored, ...browser, page, path.split('/')[1]]
  return tags.map((tag) => tag?.split('-')[0]).find(isLanguage) ?? 'en'
}
