import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type FullyLoadedResource, RESOURCE_PAGES } from '#web/resources/list/resource-pages.ts'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormSkeleton } from '#web/ui/feedback/FormSkeleton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

interface EditPageProps<Item> {
  resource: FullyLoadedResource
  /** The whole list: coming from the list page, the item is in the cache already. */
  list: { data: Item[] | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  Form: ComponentType<{ item: Item }>
}

/** Finds the item of the form, and shows a placeholder or an error while there is none. */
export function EditPage<Item extends { id: string }>({ resource, list, Form }: EditPageProps<Item>) {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false })
  const { data, error, isFetching, refetch } = list
  const { path, singular } = RESOURCE_PAGES[resource]
  const item = data?.find((item) => item.id === id)
  if (item !== undefined) return <Form key={item.id} item={item} />
  return (
    <>
      <PageTitle>{t(`shell.page.${singular}`)}</PageTitle>
      {isId(id) && isFetching ? (
        <FormSkeleton />
      ) : (
        <div className="max-w-140 rounded-panel border border-line bg-surface md:mt-6">
          {isId(id) && data === undefined ? (
            <LoadError message={errorMessage(error, t, `${resource}.failed.fetchOne`)} onRetry={() => void refetch()} />
          ) : (
            <EmptyState
              message={t(isId(id) ? `message.${singular}NotFound` : `${resource}.form.invalidId`)}
              action={
                <Link to={path} className={buttonClasses('secondary')}>
                  {t(`${resource}.form.back`)}
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
