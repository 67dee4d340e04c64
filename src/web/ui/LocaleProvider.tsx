import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { useTranslation } from 'react-i18next'

/** Dates, numbers and the words of React Aria in the language of the app instead of the browser's. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return <I18nProvider locale={REGION[i18n.language] ?? i18n.language}>{children}</I18nProvider>
}

/** English here is the day-first, Monday-first kind; a bare "en" would mean the United States. */
const REGION: Record<string, string> = { en: 'en-GB' }
