import { Link } from '@tanstack/react-router'
import { ArchiveSettings } from '#web/features/archive/ArchiveSettings.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'

/** Import, export, the archive of the account, and the trash. */
export function DataSettings() {
  const { t } = useTranslation()
  const link = buttonClasses('secondary')
  return (
    <div>
      <SettingRow
        label={t('shell.page.import')}
        action={
          <Link to="/import" className={link}>
            {t('settings.data.import')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.data.importHelp')}</p>
      </SettingRow>
      <SettingRow
        label={t('settings.data.export')}
        action={
          <Link to="/reports" className={link}>
            {t('settings.data.reports')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.data.exportHelp')}</p>
      </SettingRow>
      <ArchiveSettings />
      <SettingRow
        label={t('shell.page.trash')}
        action={
          <Link to="/trash" className={link}>
            {t('settings.data.trash')}
          </Link>
        }
      >
        <p className="text-secondary text-ink-2">{t('settings.data.trashHelp')}</p>
      </SettingRow>
    </div>
  )
}
