import { useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '#contract/reports.ts'
import { errorMessage } from '#web/api/error-message.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** A download that finishes sooner shows no progress. */
const PROGRESS_DELAY_MS = 800

/** Exports one file at a time. `bytes` is defined only once a download is slow: the bytes received so far. */
export function useExport(query: ReportQuery) {
  const { t } = useTranslation()
  const [isRunning, setIsRunning] = useState(false)
  const [bytes, setBytes] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  // Leaving the page cancels the download.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (format: ExportFormat) => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setIsRunning(true)
    let [received, isSlow] = [0, false]
    const onProgress = (bytes: number) => {
      received = bytes
      if (isSlow) setBytes(bytes)
    }
    const progressTimer = setTimeout(() => {
      isSlow = true
      setBytes(received)
    }, PROGRESS_DELAY_MS)
    try {
      const { downloadReport } = await import('./download-report.ts')
      await downloadReport(query, format, { signal: controller.signal, onProgress })
    } catch (error) {
      const message = t('reports.export.failed', { reason: errorMessage(error, t) })
      const action = { label: t('ui.retry'), onPress: () => void start(format) }
      if (!controller.signal.aborted) toast.show(message, { tone: 'danger', action })
    } finally {
      clearTimeout(progressTimer)
      running.current = undefined
      setIsRunning(false)
      setBytes(undefined)
    }
  }

  return { isRunning, bytes, start, cancel }
}
