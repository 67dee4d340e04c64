import { useTranslation } from '#web/i18n/i18n.ts'

/** Placeholder of a form whose values are loading. */
export function FormSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid max-w-140 gap-5.5 md:mt-6">
      <span className="sr-only">{t('ui.loading')}</span>
      {['w-14', 'w-20', 'w-16'].map((width) => (
        <div key={width} className="grid gap-2">
          <span className={`h-2.5 rounded-full bg-heat-0 ${width}`} />
          <span className="h-9 shimmer rounded-control border border-line bg-surface on-touch:h-11" />
        </div>
      ))}
    </div>
  )
}
