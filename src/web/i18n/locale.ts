import type { Language } from '#core/language.ts'

/** The locale for dates and numbers. English is British, day first and Monday first; a bare `en` would be American. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es-ES', tr: 'tr-TR' }

export const localeOf = (language: string) => LOCALES[language as Language] ?? LOCALES.en
