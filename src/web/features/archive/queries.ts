import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { archive } from '#contract/files/archive.ts'
import { uploads } from '#contract/files/uploads.ts'
import type { ChosenKind } from '#core/archive/kinds.ts'
import type { Choice } from '#core/archive/plan-record.ts'
import { call, callForFile } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { saveDownload } from '#web/api/save-download.ts'

const ARCHIVE = 'archive'
const POLL_MS = 1_000

export type Choices = Partial<Record<ChosenKind, Choice>>

interface DownloadOptions {
  /** Needed unless the user has signed in within the last minutes. */
  password?: string
  signal: AbortSignal
  /** Called with the bytes received so far, of all. */
  onProgress: (bytes: number, total: number) => void
}

/** Fetches the archive of the account and saves it as a download. */
export async function downloadArchive({ password, signal, onProgress }: DownloadOptions) {
  const response = await (password === undefined
    ? callForFile(archive.download, {}, signal)
    : callForFile(archive.downloadWithPassword, { body: { password } }, signal))
  const total = Number(response.headers.get('content-length'))
  await saveDownload(response, { onProgress: (bytes) => onProgress(bytes, total) })
}

/** What restoring an archive that was sent would do. */
export const previewQuery = (upload: string, choices: Choices) =>
  queryOptions({
    queryKey: [ARCHIVE, 'preview', upload, choices],
    queryFn: ({ signal }) => call(archive.preview, { query: { ...choices, upload } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

interface Restore {
  upload: string
  choices: Choices
}

/** The outcome is shown on the page; a restore goes on if the page is left. */
export function useRestore() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: [ARCHIVE, 'restore'],
    mutationFn: async ({ upload, choices }: Restore) => {
      const { signal } = new AbortController()
      const outcome = await call(archive.restore, { query: { ...choices, upload } }, signal)
      deleteUpload(upload)
      return outcome
    },
    // A failed restore may have restored a part.
    onSettled: () => refetchAfterChange(client),
    meta: { showsError: true },
  })
}

/** A file that cannot be deleted expires by itself. */
export const deleteUpload = (id: string) => void call(uploads.remove, { params: { id } }).catch(() => undefined)

/** How far the latest restore is, of this page or of one before a reload. */
export function useRestoreState(isRestoring: boolean) {
  return useQuery({
    queryKey: [ARCHIVE, 'state'],
    queryFn: () => call(archive.state, {}),
    refetchInterval: ({ state }) => (isRestoring || state.data?.isRunning ? POLL_MS : false),
  }).data
}
