import { useTranslation } from '#web/i18n/i18n.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { NewLink } from './NewLink.tsx'
import { type FullyLoadedResource, RESOURCE_PAGES } from './resource-pages.ts'

interface ListHeaderProps {
  resource: FullyLoadedResource
  found: number
  total: number
  /** The list has no items yet: the page then shows the New link in its middle. */
  isNew: boolean
}

export function ListHeader({ resource, found, total, isNew }: ListHeaderProps) {
  const { t } = useTranslation()
  const count =
    found === total
      ? t(`${resource}.list.count`, { count: total })
      : t(`${resource}.list.found`, { count: total, found })
  return (
    <header className="flex min-h-9 items-center gap-3.5 max-md:contents md:mb-2">
      <PageTitle>{t(`shell.page.${RESOURCE_PAGES[resource].plural}`)}</PageTitle>
      <p
        role="status"
        className="text-caption text-ink-2 tabular-nums max-md:order-4 max-md:pl-1 md:border-l md:border-line md:pl-3.5 md:empty:hidden"
      >
        {total > 0 && count}
      </p>
      {!isNew && (
        <NewLink
          resource={resource}
          className="ml-auto max-md:order-2 max-md:w-11 max-md:px-0 max-md:[&>span]:sr-only"
        />
      )}
    </header>
  )
}
