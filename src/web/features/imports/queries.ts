import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Import, type ImportResult, imports } from '#contract/imports.ts'
import { trash } from '#contract/trash.ts'
import { call, callWithFile } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { newId } from '#web/api/new-id.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { findFinished } from './finished-imports.ts'
import { type ImportOptions, toImportQuery } from './import-options.ts'

const IMPORTS = 'imports'
/** Key of running imports; they continue on other pages. */
const IMPORT_MUTATION = [IMPORTS, 'create']

/** A chosen file with a unique id. */
export interface ChosenFile {
  id: number
  file: File
}

const importsQuery = queryOptions({ queryKey: [IMPORTS, 'list'], queryFn: () => call(imports.list, {}) })
const POLL_MS = 1_000

const findRunning = (imports: readonly Import[] | undefined) => imports?.find(({ isRunning }) => isRunning)

/** The user's imports. While one runs, started here or before a reload, the list follows it. */
export function useImports() {
  const isSending = useIsMutating({ mutationKey: IMPORT_MUTATION }) > 0
  const list = useQuery({
    ...importsQuery,
    refetchInterval: ({ state }) => (isSending || findRunning(state.data) ? POLL_MS : false),
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

/** Preview of an import. The file is sent again only when the options change. */
export function previewQuery({ id, file }: ChosenFile, options: ImportOptions) {
  const query = toImportQuery(options, file.name)
  return queryOptions({
    queryKey: [IMPORTS, 'preview', id, query],
    queryFn: ({ signal }) => callWithFile(imports.preview, { query }, { file, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
}

/** The import continues when the user leaves the page; its outcome is then shown as a toast instead of on the page. */
export function useImport() {
  const client = useQueryClient()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return useMutation({
    mutationKey: IMPORT_MUTATION,
    mutationFn: ({ file, options }: { file: File; options: ImportOptions }) => {
      const query = toImportQuery(options, file.name)
      return callWithFile(imports.create, { query }, { file, signal: new AbortController().signal })
    },
    onSuccess: ({ created: count }) => {
      if (!isMounted.current) toast.show(currentTranslation().t('imports.result.title', { count }))
    },
    onError: (error) => {
      const message = errorMessage(error, currentTranslation().t, 'imports.failed.create')
      if (!isMounted.current) toast.show(message, { tone: 'danger' })
    },
    // A failed import may have created some entries.
    onSettled: () => refetchAffected(client),
    meta: { showsError: true },
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
