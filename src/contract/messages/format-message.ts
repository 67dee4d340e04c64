import type { Language } from '#core/language.ts'
import { en, type MessageKey, type Messages } from './en.ts'
import { es } from './es.ts'
import { tr } from './tr.ts'

const CATALOGUES: Record<Language, Messages> = { en, es, tr }

/** The sentence for a key, in a language. */
export function formatMessage(language: Language, key: MessageKey, params: Record<string, string | number> = {}) {
  return CATALOGUES[language][key].replaceAll(/{{(\w+)}}/g, (_, name: string) => String(params[name] ?? ''))
}
