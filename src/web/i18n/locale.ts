import type { Language } from '#core/language.ts'

/** How dates and numbers are written. English is the day-first, Monday-first kind; a bare `en` would be American. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es-ES', tr: 'tr-TR' }

export const localeOf = (language: string) => LOCALES[language as Language] ?? LOCALES.en
