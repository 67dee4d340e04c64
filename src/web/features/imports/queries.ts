import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Import, type ImportResult, imports } from '#contract/files/imports.ts'
import { trash } from '#contract/trash.ts'
import { type FileUpload, uploads } from '#contract/files/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, callForFile } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { newId } from '#web/api/new-id.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { saveDownload } from '#web/api/save-download.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { findFinished } from './finished-imports.ts'
import { type ImportOptions, toImportQuery } from './import-options.ts'
import { sendFile, type SendProgress } from '#web/api/send-file.ts'

const IMPORTS = 'imports'
/** Keys of what continues on other pages. */
const IMPORT_MUTATION = [IMPORTS, 'create']
const SEND_MUTATION = [IMPORTS, 'send']

const importsQuery = queryOptions({ queryKey: [IMPORTS, 'list'], queryFn: () => call(imports.list, {}) })
const uploadsQuery = queryOptions({
  queryKey: [IMPORTS, 'uploads'],
  queryFn: () => call(uploads.list, {}),
  retry: false,
})
/** The progress of the file that this tab sends, which no request can tell. */
const progressQuery = queryOptions<SendProgress>({ queryKey: [IMPORTS, 'progress'], queryFn: skipToken })
const POLL_MS = 1_000
/** An import that was begun before a reload may still be reading its file. */
const SLOW_POLL_MS = 5_000

const findRunning = (imports: readonly Import[] | undefined) => imports?.find(({ isRunning }) => isRunning)

/** The user's imports. While one runs, started here or before a reload, the list follows it. */
export function useImports() {
  const isSending = useIsMutating({ mutationKey: IMPORT_MUTATION }) > 0
  const hasUploads = (useQuery(uploadsQuery).data ?? []).length > 0
  const list = useQuery({
    ...importsQuery,
    refetchInterval: ({ state }) =>
      isSending || findRunning(state.data) ? POLL_MS : hasUploads ? SLOW_POLL_MS : false,
  })
  const running = findRunning(list.data)
  return { list, running, isSending, isImporting: isSending || running !== undefined }
}

/** Reports the end of an import whose reply does not reach this page, after a reload or a broken connection. */
export function useFinishedImports(onFinished: (item: Import) => void) {
  const client = useQueryClient()
  const { list, isSending } = useImports()
  const repliedIds = useMutationState({
    filters: { mutationKey: IMPORT_MUTATION },
    select: ({ state }) => (state.data as ImportResult | undefined)?.id,
  })
  const before = useRef<readonly Import[]>(undefined)
  const compare = useEffectEvent((imports: readonly Import[] | undefined) => {
    const finished = findFinished(before.current, imports).filter(({ id }) => !isSending && !repliedIds.includes(id))
    before.current = imports
    if (finished.length > 0) refetchAffected(client)
    for (const item of finished) onFinished(item)
  })
  useEffect(() => compare(list.data), [list.data])
}

/** The files that have not been imported yet, without those of imports that can be continued. */
export function useUploads() {
  const { list } = useImports()
  const { data = [] } = useQuery(uploadsQuery)
  return data.filter(({ id }) => !list.data?.some(({ upload }) => upload === id))
}

/** Sends a file. It continues when the user leaves the page. */
export function useSendFile() {
  const client = useQueryClient()
  const { data: progress } = useQuery(progressQuery)
  const [sending] = useMutationState({
    filters: { mutationKey: SEND_MUTATION, status: 'pending' },
    select: ({ state }) => state.variables as { controller: AbortController },
  })
  const { mutate, error, reset } = useMutation({
    mutationKey: SEND_MUTATION,
    mutationFn: async ({ file, controller: { signal } }: { file: File; controller: AbortController }) => {
      const onProgress = (progress: SendProgress) => client.setQueryData(progressQuery.queryKey, progress)
      try {
        return await sendFile(file, { signal, onProgress })
      } catch (error) {
        if (signal.aborted) return undefined
        throw error
      }
    },
    onSettled: () => client.invalidateQueries(uploadsQuery),
    meta: { showsError: true },
  })
  return {
    progress: sending && progress,
    error,
    reset,
    send: (file: File, onSent: (upload: FileUpload) => void) =>
      mutate({ file, controller: new AbortController() }, { onSuccess: (upload) => upload && onSent(upload) }),
    /** What has arrived stays on the server, so choosing the same file again continues. */
    stop: () => sending?.controller.abort(),
  }
}

export function useDiscardUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(uploads.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries(uploadsQuery),
    meta: { fallback: 'imports.failed.discard' },
  })
}

/** Preview of an import. */
export function previewQuery(upload: FileUpload, options: ImportOptions) {
  const query = toImportQuery(options, upload)
  return queryOptions({
    queryKey: [IMPORTS, 'preview', query],
    queryFn: ({ signal }) => call(imports.preview, { query }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
}

/** Saves the rows that are not imported, with their reasons. */
export function useDownloadProblems(upload: FileUpload, options: ImportOptions) {
  return useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController()
      const response = await callForFile(imports.problems, { query: toImportQuery(options, upload) }, signal)
      await saveDownload(response, { onProgress: () => undefined })
    },
    meta: { fallback: 'imports.failed.download' },
  })
}

/** The import continues when the user leaves the page; its outcome is then shown as a toast instead of on the page. */
export function useImport() {
  const isMounted = useIsMounted()
  return useImportCall(
    ({ upload, options }: { upload: FileUpload; options: ImportOptions }) =>
      call(imports.create, { query: toImportQuery(options, upload) }, new AbortController().signal),
    () => !isMounted.current,
  )
}

/** The row of the import disappears or changes, so a toast shows the outcome. */
export function useContinueImport() {
  return useImportCall(
    (id: string) => call(imports.continue, { params: { id } }, new AbortController().signal),
    () => true,
  )
}

function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}

function useImportCall<Variables>(
  mutationFn: (variables: Variables) => Promise<ImportResult>,
  needsToast: () => boolean,
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: IMPORT_MUTATION,
    mutationFn,
    onSuccess: ({ created: count }) => {
      if (needsToast()) toast.show(currentTranslation().t('imports.result.title', { count }))
    },
    onError: (error) => {
      const message = errorMessage(error, currentTranslation().t, 'imports.failed.create')
      if (needsToast()) toast.show(message, { tone: wasStopped(error) ? 'neutral' : 'danger' })
    },
    // A failed import may have created some entries.
    onSettled: () => {
      refetchAffected(client)
      void client.invalidateQueries(uploadsQuery)
    },
    meta: { showsError: true },
  })
}

/** The user has cancelled the import, here or on another device. */
const wasStopped = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

/** Stops an import; its request is then answered with an error. */
export function useCancelImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(imports.cancel, { params: { id } }),
    onSettled: () => refetchAffected(client),
    meta: { fallback: 'imports.failed.cancel' },
  })
}

/** The dialog shows the error. */
export function useUndoImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const trashId = newId()
      return { ...(await call(imports.remove, { params: { id }, query: { trash: trashId } })), trashId }
    },
    onSettled: () => refetchAffected(client),
    meta: { showsError: true },
  })
}

/** Brings back an import that was undone. */
export function useRestoreImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (trashId: string) => call(trash.restore, { params: { id: trashId } }),
    onSettled: () => refetchAffected(client),
    meta: { showsError: false, fallback: 'list.failedRestore' },
  })
}

/** Queries that an import changes. Reports and the overview are below the activity key. */
const AFFECTED_QUERIES = [[IMPORTS, 'list'], [TIME_ENTRIES], [ACTIVITY], ['projects'], ['clients'], ['tasks'], ['tags']]

const refetchAffected = (client: QueryClient) => {
  for (const queryKey of AFFECTED_QUERIES) refetchAfterChange(client, { queryKey })
}
