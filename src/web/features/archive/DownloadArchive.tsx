import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { PasswordDialog } from '#web/resources/form/lazy-password-dialog.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { ArchiveProgress } from './ArchiveProgress.tsx'
import { useDownload } from './useDownload.ts'

/** Downloads everything in one file. A session that is not a recent one is asked for the password. */
export function DownloadArchive() {
  const { t, language } = useTranslation()
  const { received, download, cancel } = useDownload()
  const [asksPassword, setAsksPassword] = useState(false)
  const [error, setError] = useState<string>()

  const start = () => {
    setError(undefined)
    download().catch((failure: unknown) => {
      const needsPassword = failure instanceof ApiError && 'password' in failure.details
      if (needsPassword) setAsksPassword(true)
      else setError(errorMessage(failure, t))
    })
  }
  const submitPassword = async ({ password }: { password?: string }) => {
    await download(password)
    setAsksPassword(false)
  }
  const size = (bytes: number) => formatBytes(bytes, language)

  return (
    <SettingRow
      label={t('settings.archive.title')}
      action={
        received === undefined ? (
          <Button onClick={start}>{t('settings.archive.download')}</Button>
        ) : (
          <Button onClick={cancel}>{t('ui.cancel')}</Button>
        )
      }
    >
      <p className="text-secondary text-ink-2">{t('settings.archive.help')}</p>
      {received !== undefined && (
        <ArchiveProgress
          label={t('settings.archive.downloading')}
          value={received.total === 0 ? 0 : received.bytes / received.total}
          text={
            received.total === 0
              ? t('settings.archive.preparing')
              : t('settings.archive.received', { done: size(received.bytes), all: size(received.total) })
          }
        />
      )}
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error}
      </p>
      {asksPassword && (
        <PasswordDialog
          title={t('settings.archive.passwordTitle')}
          text={t('settings.archive.passwordText')}
          action={t('settings.archive.download')}
          onSubmit={submitPassword}
          onClose={() => setAsksPassword(false)}
        />
      )}
    </SettingRow>
  )
}
