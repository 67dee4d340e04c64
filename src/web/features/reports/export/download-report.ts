import { type ExportFormat, reports } from '#contract/reports.ts'
import { callForFile } from '#web/api/call.ts'
import { type DownloadProgress, saveDownload } from '#web/api/save-download.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'

/** Fetches a report as a file and saves it as a download. */
export async function downloadReport(query: ReportQuery, format: ExportFormat, progress: DownloadProgress) {
  const response = await callForFile(reports.export, { query: { ...query, format } }, progress.signal)
  await saveDownload(response, progress)
}
