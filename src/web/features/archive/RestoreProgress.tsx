import { useTranslation } from '#web/i18n/i18n.ts'
import { ArchiveProgress } from './ArchiveProgress.tsx'

export function RestoreProgress({ doneLines, lines }: { doneLines: number; lines: number }) {
  const { t } = useTranslation()
  return (
    <ArchiveProgress
      label={t('settings.archive.restoring')}
      value={lines === 0 ? 0 : doneLines / lines}
      text={
        lines === 0 ? t('settings.archive.restoring') : t('settings.archive.lines', { done: doneLines, count: lines })
      }
    />
  )
}
