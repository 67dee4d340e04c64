import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FormNamespace } from '#web/resources/form/useItemForm.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormSkeleton } from '#web/ui/feedback/FormSkeleton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import type { PagePath } from './useGoBack.ts'

interface EditPageProps<Item> {
  title: string
  /** A query of the whole list, in which the item is found at once when one comes from there. */
  list: { data: Item[] | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  backTo: PagePath
  namespace: FormNamespace
  /** What to say of an id that nothing has. */
  notFound: string
  /** The form. */
  children: (item: Item) => ReactNode
}

/** Around the form that changes one item: what shows while there is no such item, or none yet. */
export function EditPage<Item extends { id: string }>({
  title,
  list,
  backTo: page,
  namespace: words,
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
              message={errorMessage(list.error, t, `${words}.failed.fetchOne`)}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <EmptyState
              message={isId(id) ? notFound : t(`${words}.form.invalidId`)}
              action={
                <Link to={page} className={buttonClasses('secondary')}>
                  {t(`${words}.form.back`)}
                </Link>
              }
            />
          )}
        </div>
      )}
    </>
  )
}

/** What a broken link makes of an id is none. */
const isId = (id: string | undefined) => id !== undefined && id.trim() !== '' && id !== 'undefined'
