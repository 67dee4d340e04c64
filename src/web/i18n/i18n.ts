import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES, type Language } from '#core/language.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { detectLanguage } from './detect-language.ts'
import type en from './en/index.ts'

export type Catalogue = typeof en

/** One chunk a language. The type makes a key that a language lacks a compile error. */
const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('./en/index.ts'),
  es: () => import('./es/index.ts'),
  tr: () => import('./tr/index.ts'),
}

export async function startI18n() {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      init() {},
      // i18next takes a promise only from a function of exactly two parameters.
      read: (language: Language, _namespace: string) => catalogues[language]().then((module) => module.default),
    })
    .init({
      lng: detectLanguage({
        stored: readStored('language'),
        browser: navigator.languages,
        page: document.documentElement.lang,
        path: location.pathname,
      }),
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      interpolation: { escapeValue: false },
    })
}

/** Applies at once and is remembered. */
export async function setLanguage(language: Language) {
  writeStored('language', language)
  await i18next.changeLanguage(language)
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Catalogue }
  }
}
