import type { Language } from '#core/language.ts'
import { en, type TextKey, type Texts } from './en.ts'

export type TextParams = Record<string, string | number>
/** Writes a text in the language of this run. */
export type Translate = (key: TextKey, params?: TextParams) => string

const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  tr: async () => (await import('./tr.ts')).tr,
}

export async function loadTexts(language: Language): Promise<Translate> {
  const texts = await LOADERS[language]()
  return (key, params = {}) => fillText(texts[key], params)
}

/** A name without a value stays, because some texts show templates. */
const fillText = (text: string, params: TextParams) =>
  text.replaceAll(/\{(\w+)\}/g, (written, name: string) => String(params[name] ?? written))
