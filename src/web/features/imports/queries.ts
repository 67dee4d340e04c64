import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { imports } from '#contract/imports.ts'
import { call, callWithFile } from '#web/api/call.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { TIME_ENTRIES } from '#web/features/timer/queries.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { type ImportOptions, toImportQuery } from './import-options.ts'

const IMPORTS = 'imports'
/** Imports that are under way, whatever page is shown. */
export const IMPORT_MUTATION = [IMPORTS, 'create']

/** A file that was chosen; no other has its number. */
export interface ChosenFile {
  id: number
  file: File
}

export const importsQuery = queryOptions({ queryKey: [IMPORTS, 'list'], queryFn: () => call(imports.list, {}) })

/** What importing a file would do. Nothing but a change of the choices sends it again. */
export function previewQuery({ id, file }: ChosenFile, choices: ImportOptions) {
  const query = toImportQuery(choices, file.name)
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

/** Goes on when the page is left. The page tells what came of it, and a word in passing whoever has left it. */
export function useImport() {
  const client = useQueryClient()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return useMutation({
    mutationKey: IMPORT_MUTATION,
    mutationFn: ({ file, choices }: { file: File; choices: ImportOptions }) => {
      const query = toImportQuery(choices, file.name)
      return callWithFile(imports.create, { query }, { file, signal: new AbortController().signal })
    },
    onSuccess: ({ created: count }) => {
      if (!isHere.current) toast.show(currentTranslation().t('imports.result.title', { count }))
    },
    onError: (error) => {
      const message = errorMessage(error, currentTranslation().t, 'imports.failed.create')
      if (!isHere.current) toast.show(message, { tone: 'danger' })
    },
    // What was cut short has made something too.
    onSettled: () => refetchAffected(client),
    meta: { showsError: true },
  })
}

/** For a dialog, which tells of a failure. */
export function useUndoImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(imports.remove, { params: { id } }),
    onSettled: () => refetchAffected(client),
    meta: { showsError: true },
  })
}

/** Reports and the overview are among the activity. */
const AFFECTED_QUERIES = [[IMPORTS, 'list'], [TIME_ENTRIES], [ACTIVITY], ['projects'], ['clients'], ['tasks'], ['tags']]

const refetchAffected = (client: QueryClient) => {
  for (const queryKey of AFFECTED_QUERIES) void client.invalidateQueries({ queryKey })
}
