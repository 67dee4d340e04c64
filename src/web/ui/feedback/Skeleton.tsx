import { useTranslation } from '#web/i18n/i18n.ts'

/** Placeholder of a list that is loading. The shimmer starts late, so that a quick reply causes no flicker. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-12.5 items-center gap-3.5 border-t border-line px-5 first:border-t-0">
          <Bar className="w-20" />
          <Bar className="flex-1" />
          <Bar className="w-14" />
        </div>
      ))}
    </div>
  )
}

function Bar({ className }: { className: string }) {
  return <span className={`h-2.5 shimmer rounded-full bg-heat-0 ${className}`} />
}
