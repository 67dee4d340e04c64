import { useTranslation } from '#web/i18n/i18n.ts'

/** The name of a device, such as "Firefox on Linux". */
export function useDeviceName({ browser, system }: { browser: string | null; system: string | null }) {
  const { t } = useTranslation()
  if (browser !== null && system !== null) return t('settings.sessions.device', { browser, system })
  return browser ?? system ?? t('settings.sessions.unknown')
}
