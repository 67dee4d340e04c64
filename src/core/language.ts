export const LANGUAGES = ['en', 'es', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** A language with or without its country, and how much it is wished for. */
const LANGUAGE_RANGE = /^\s*([a-z]+)\b[^;]*(?:;\s*q=([\d.]+))?/

/** The best of our languages for an `Accept-Language` header, or undefined when it names none of them. */
export function negotiateLanguage(header = ''): Language | undefined {
  const wishes = header
    .toLowerCase()
    .split(',')
    .flatMap((wish) => {
      const [, language, quality = '1'] = LANGUAGE_RANGE.exec(wish) ?? []
      return isLanguage(language) && Number(quality) > 0 ? [{ language, quality: Number(quality) }] : []
    })
  return wishes.toSorted((a, b) => b.quality - a.quality)[0]?.language
}

/** English is en-GB, because a bare `en` formats dates month first and weeks from Sunday, as in the United States. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es-ES', tr: 'tr-TR' }

/** The locale for dates and numbers. An unknown language gets the English one. */
export const toLocale = (language: string) => LOCALES[language as Language] ?? LOCALES.en
