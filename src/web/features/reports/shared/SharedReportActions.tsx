import { Printer } from 'lucide-react'
import { useState } from 'react'
import { publicReport, type PublicFormat } from '#contract/integrations/shared-reports.ts'
import { callForFile } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { saveDownload } from '#web/api/save-download.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { AskForPart } from './useSharedReport.ts'

const FORMATS: readonly PublicFormat[] = ['pdf', 'xlsx', 'csv']
const DOWNLOAD_TIMEOUT_MS = 120_000

interface SharedReportActionsProps {
  askForPart: AskForPart
  onPrint: () => void
}

export function SharedReportActions({ askForPart, onPrint }: SharedReportActionsProps) {
  const { t } = useTranslation()
  const [loading, setLoading] = useState<PublicFormat>()
  const [error, setError] = useState<unknown>()
  const download = async (format: PublicFormat) => {
    setLoading(format)
    setError(undefined)
    try {
      const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)
      const file = await askForPart((grant) => callForFile(publicReport.export, { query: { grant, format } }, signal))
      await saveDownload(file, IGNORE_PROGRESS)
    } catch (error) {
      setError(error)
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<Printer size={17} strokeWidth={1.75} aria-hidden="true" />} onClick={onPrint}>
          {t('reports.print')}
        </Button>
        {FORMATS.map((format) => (
          <Button
            key={format}
            aria-label={t('reports.shared.download', { format: t(`reports.export.${format}`) })}
            busy={loading === format}
            disabled={loading !== undefined && loading !== format}
            onClick={() => void download(format)}
          >
            {t(`reports.export.${format}`)}
          </Button>
        ))}
      </div>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error !== undefined && t('reports.export.failed', { reason: errorMessage(error, t) })}
      </p>
    </div>
  )
}

const IGNORE_PROGRESS = { onProgress: () => undefined }
