import { useSyncExternalStore } from 'react'
import type { Language } from '#core/language.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { detectLanguage } from './detect-language.ts'
import type { words as importWords } from './en/imports.ts'
import type { words as publicWords } from './en/public.ts'
import type { words as reportWords } from './en/reports.ts'
import type { words as signedInWords } from './en/signed-in.ts'
import { localeOf } from './locale.ts'
import { type KeyOf, type Params, translate, type TextTree } from './translate.ts'

type PublicWords = typeof publicWords
type SignedInWords = typeof signedInWords
type ReportWords = typeof reportWords
type ImportWords = typeof importWords
type Loaders<Words> = Record<Language, () => Promise<{ words: Words }>>

/** Four chunks a language. The types make a key that a language lacks a compile error. */
const PUBLIC: Loaders<PublicWords> = {
  en: () => import('./en/public.ts'),
  es: () => import('./es/public.ts'),
  tr: () => import('./tr/public.ts'),
}
const SIGNED_IN: Loaders<SignedInWords> = {
  en: () => import('./en/signed-in.ts'),
  es: () => import('./es/signed-in.ts'),
  tr: () => import('./tr/signed-in.ts'),
}
const REPORTS: Loaders<ReportWords> = {
  en: () => import('./en/reports.ts'),
  es: () => import('./es/reports.ts'),
  tr: () => import('./tr/reports.ts'),
}
const IMPORTS: Loaders<ImportWords> = {
  en: () => import('./en/imports.ts'),
  es: () => import('./es/imports.ts'),
  tr: () => import('./tr/imports.ts'),
}

export type TextKey = KeyOf<PublicWords & SignedInWords & ReportWords & ImportWords>
export type Translate = (key: TextKey, params?: Params) => string

interface Translation {
  language: Language
  t: Translate
}

const listeners = new Set<() => void>()
let wanted: Language = 'en'
let parts: Loaders<TextTree>[] = [PUBLIC]
let translation: Translation = createTranslation('en', {})

export function startI18n() {
  wanted = detectLanguage({
    stored: readStored('language'),
    browser: navigator.languages,
    page: document.documentElement.lang,
    path: location.pathname,
  })
  return applyLanguage()
}

export const loadSignedInTexts = () => loadWords(SIGNED_IN)
export const loadReportTexts = () => loadWords(REPORTS)
export const loadImportTexts = () => loadWords(IMPORTS)

/** More of the words. From then on a change of language waits for them too. */
async function loadWords(part: Loaders<TextTree>) {
  // What does not come is waited for by nobody else.
  await part[wanted]()
  if (!parts.includes(part)) parts = [...parts, part]
  return applyLanguage()
}

/** Applies as soon as its words are there, and is remembered. */
export function setLanguage(language: Language) {
  writeStored('language', language)
  wanted = language
  return applyLanguage()
}

export const currentLanguage = () => wanted

/** What to say, and in which language: a component that asks is drawn anew when either changes. */
export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, currentTranslation)
}

export const currentTranslation = () => translation

/** Words that are there already, as tests have them. */
export function setTranslation(language: Language, words: TextTree) {
  translation = createTranslation(language, words)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

async function applyLanguage(): Promise<void> {
  const [language, loaders] = [wanted, parts]
  const loaded = await Promise.all(loaders.map((part) => part[language]()))
  // Asked for something else meanwhile: whoever waits for this waits for that.
  if (language !== wanted || loaders !== parts) return applyLanguage()
  setTranslation(language, Object.assign({}, ...loaded.map(({ words }) => words)) as TextTree)
}

function createTranslation(language: Language, words: TextTree): Translation {
  const locale = localeOf(language)
  let [plural, number]: [Intl.PluralRules?, Intl.NumberFormat?] = []
  const grammar = {
    plural: () => (plural ??= new Intl.PluralRules(locale)),
    number: () => (number ??= new Intl.NumberFormat(locale)),
  }
  return { language, t: (key, params) => translate(words, grammar, key, params) }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
