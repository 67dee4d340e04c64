import { useTranslation } from '#web/i18n/i18n.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RESOURCE_PAGES, type FullyLoadedResource } from './resource-pages.ts'
import { NewLink } from './NewLink.tsx'

interface ListHeaderProps {
  resource: FullyLoadedResource
  found: number
  total: number
  /** Then the way to the first one is in the middle of the page. */
  isNew: boolean
}

export function ListHeader({ resource: area, found, total, isNew }: ListHeaderProps) {
  const { t } = useTranslation()
  const count =
    found === total ? t(`${area}.list.count`, { count: total }) : t(`${area}.list.found`, { count: total, found })
  return (
    <header className="flex min-h-9 items-center gap-3.5 max-md:contents md:mb-2">
      <PageTitle>{t(RESOURCE_PAGES[area].title)}</PageTitle>
      <p
        role="status"
        className="text-caption text-ink-2 tabular-nums max-md:order-4 max-md:pl-1 md:border-l md:border-line md:pl-3.5 md:empty:hidden"
      >
        {total > 0 && count}
      </p>
      {!isNew && (
        <NewLink resource={area} className="ml-auto max-md:order-2 max-md:w-11 max-md:px-0 max-md:[&>span]:sr-only" />
      )}
    </header>
  )
}
