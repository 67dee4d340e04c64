import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatBytes } from '#web/ui/display/format-bytes.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { ArchiveProgress } from './ArchiveProgress.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { downloadArchive } from './queries.ts'

interface Received {
  bytes: number
  /** 0 until the server has put the archive together. */
  total: number
}

/** Downloads everything in one file. An older session is asked for the password. */
export function DownloadArchive() {
  const { t, language } = useTranslation()
  const [received, setReceived] = useState<Received>()
  const [asksPassword, setAsksPassword] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  // Leaving the page cancels the download.
  useEffect(() => () => running.current?.abort(), [])

  const download = async (password?: string) => {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setReceived({ bytes: 0, total: 0 })
    try {
      await downloadArchive({
        ...(password !== undefined && { password }),
        signal: controller.signal,
        onProgress: (bytes, total) => setReceived({ bytes, total }),
      })
      setAsksPassword(false)
      toast.show(t('settings.archive.downloaded'), { tone: 'success' })
    } finally {
      running.current = undefined
      setReceived(undefined)
    }
  }
  const start = () =>
    download().catch((failure: unknown) => {
      const needsPassword = failure instanceof ApiError && 'password' in failure.details
      if (needsPassword) setAsksPassword(true)
      else if (!isCancelled(failure)) setError(errorMessage(failure, t))
    })
  const isCancelled = (failure: unknown) => failure instanceof DOMException && failure.name === 'AbortError'

  return (
    <SettingRow
      label={t('settings.archive.title')}
      action={
        received === undefined ? (
          <Button onClick={() => void start()}>{t('settings.archive.download')}</Button>
        ) : (
          <Button onClick={() => running.current?.abort()}>{t('ui.cancel')}</Button>
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
              : t('settings.archive.received', {
                  done: formatBytes(received.bytes, language),
                  all: formatBytes(received.total, language),
                })
          }
        />
      )}
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error}
      </p>
      {asksPassword && <PasswordDialog onSubmit={download} onClose={() => setAsksPassword(false)} />}
    </SettingRow>
  )
}
