import { type Language, LANGUAGES } from '#core/language.ts'

/** Each language by its own name, so that its speakers find it. */
export const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((language) => [language, nameOf(language)])) as Record<
  Language,
  string
>

function nameOf(language: Language) {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
