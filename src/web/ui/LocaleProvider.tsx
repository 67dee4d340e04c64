import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Dates, numbers and the words of React Aria in the language of the app instead of the browser's. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const { language } = useTranslation()
  return <I18nProvider locale={REGION[language] ?? language}>{children}</I18nProvider>
}

/** English here is the day-first, Monday-first kind; a bare "en" would mean the United States. */
const REGION: Record<string, string> = { en: 'en-GB' }
