import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { FormNamespace } from '#web/resources/form/useItemForm.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormSkeleton } from '#web/ui/feedback/FormSkeleton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import type { PagePath } from './useGoBack.ts'

interface EditPageProps<Item> {
  title: string
  /** The query of the whole list. Coming from the list page, the item is in the cache already. */
  list: { data: Item[] | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  backTo: PagePath
  namespace: FormNamespace
  /** Message if no item has the id. */
  notFound: string
  /** The form. */
  children: (item: Item) => ReactNode
}

/** Finds the item of the form, and shows a placeholder or an error while there is none. */
export function EditPage<Item extends { id: string }>({
  title,
  list,
  backTo,
  namespace,
  notFound,
  children,
}: EditPageProps<Item>) {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false })
  const item = list.data?.find((item) => item.id === id)
  if (item !== undefined) return children(item)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {isId(id) && list.isFetching ? (
        <FormSkeleton />
      ) : (
        <div className="max-w-140 rounded-panel border border-line bg-surface md:mt-6">
          {isId(id) && list.data === undefined ? (
            <LoadError
              message={errorMessage(list.error, t, `${namespace}.failed.fetchOne`)}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <EmptyState
              message={isId(id) ? notFound : t(`${namespace}.form.invalidId`)}
              action={
                <Link to={backTo} className={buttonClasses('secondary')}>
                  {t(`${namespace}.form.back`)}
                </Link>
              }
            />
          )}
        </div>
      )}
    </>
  )
}

/** A broken link may hold an empty id or the text “undefined”. */
const isId = (id: string | undefined) => id !== undefined && id.trim() !== '' && id !== 'undefined'
