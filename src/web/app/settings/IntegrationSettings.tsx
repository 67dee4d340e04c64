import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'

/** Pages about who and what else may use the account. */
export function IntegrationSettings() {
  const { t } = useTranslation()
  const link = buttonClasses('secondary')
  return (
    <div>
      <SettingRow
        label={t('settings.integrations.tokens.label')}
        action={
          <Link to="/settings/tokens" className={link}>
            {t('settings.integrations.tokens.open')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.integrations.tokens.help')}</p>
      </SettingRow>
      <SettingRow
        label={t('settings.integrations.calendars.label')}
        action={
          <Link to="/settings/calendars" className={link}>
            {t('settings.integrations.calendars.open')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.integrations.calendars.help')}</p>
      </SettingRow>
      <SettingRow
        label={t('settings.integrations.sharedReports.label')}
        action={
          <Link to="/settings/shared-reports" className={link}>
            {t('settings.integrations.sharedReports.open')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.integrations.sharedReports.help')}</p>
      </SettingRow>
      <SettingRow
        label={t('settings.integrations.webhooks.label')}
        action={
          <Link to="/settings/webhooks" className={link}>
            {t('settings.integrations.webhooks.open')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.integrations.webhooks.help')}</p>
      </SettingRow>
    </div>
  )
}
