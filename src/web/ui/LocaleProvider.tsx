import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** React Aria formats dates and numbers in the language of the app instead of the browser's. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const { language } = useTranslation()
  return <I18nProvider locale={toLocale(language)}>{children}</I18nProvider>
}
