export const LANGUAGES = ['en', 'es', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** A language range with its quality value, such as `es-MX;q=0.8`. */
const LANGUAGE_RANGE = /^\s*([a-z]+)\b[^;]*(?:;\s*q=([\d.]+))?/

/** The supported language that an `Accept-Language` header prefers, or undefined if it names none. */
export function negotiateLanguage(header = ''): Language | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .flatMap((range) => {
      const [, language, quality = '1'] = LANGUAGE_RANGE.exec(range) ?? []
      return isLanguage(language) && Number(quality) > 0 ? [{ language, quality: Number(quality) }] : []
    })
  return accepted.toSorted((a, b) => b.quality - a.quality)[0]?.language
}

/** English is en-GB, because a bare `en` formats dates month first and weeks from Sunday, as in the United States. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es-ES', tr: 'tr-TR' }

/** The locale for dates and numbers. An unknown language gets the English one. */
export const toLocale = (language: string) => LOCALES[language as Language] ?? LOCALES.en
