import { useEffect, useRef } from 'react'
import { UploadProgress } from '#web/features/imports/ImportProgress.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import type { SendProgress } from '#web/api/send-file.ts'

/** Shown while a file is sent to the server. */
export function SendingFile({ progress, onStop }: { progress: SendProgress; onStop: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-3 rounded-panel border border-line bg-surface px-5 py-4">
      <h2 ref={heading} tabIndex={-1} className="text-subtitle wrap-anywhere outline-none">
        {progress.fileName}
      </h2>
      <p role="status" className="text-secondary text-ink-2">
        {t(progress.isWaiting ? 'imports.upload.waiting' : 'imports.upload.sending')}
      </p>
      <UploadProgress progress={progress} />
      <div>
        <Button onClick={onStop}>{t('imports.upload.stop')}</Button>
      </div>
    </section>
  )
}
