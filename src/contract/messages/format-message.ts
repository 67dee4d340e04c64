import type { Language } from '#core/language.ts'
import { en, type MessageKey, type Messages } from './en.ts'
import { es } from './es.ts'
import { tr } from './tr.ts'

const MESSAGES: Record<Language, Messages> = { en, es, tr }

/** The message of a key in a language, with its parameters filled in. */
export function formatMessage(language: Language, key: MessageKey, params: Record<string, string | number> = {}) {
  return MESSAGES[language][key].replaceAll(/{{(\w+)}}/g, (_, name: string) => formatParam(params[name], language))
}

const formatParam = (value: string | number | undefined = '', language: Language) =>
  typeof value === 'number' && value >= 10_000 ? value.toLocaleString(language) : String(value)
