import type { Language } from '#core/language.ts'

/** Each in its own language, so that everybody finds theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español', tr: 'Türkçe' }
