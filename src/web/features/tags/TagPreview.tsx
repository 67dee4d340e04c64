import { useTranslation } from '#web/i18n/i18n.ts'
import { Tag } from '#web/ui/display/Tag.tsx'

/** The tag in a sketched row of the time entry list. */
export function TagPreview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('tags.form.preview')}
      className="flex h-17 items-center gap-4 rounded-panel border border-line bg-surface px-5"
    >
      <span className={`${HINT} w-16`} />
      <span className={`${HINT} w-28 max-sm:hidden`} />
      <span className="flex min-w-0 flex-1 justify-end">
        <Tag color={color}>{name.trim() || t('tags.form.unnamed')}</Tag>
      </span>
      <span className={`${HINT} w-9`} />
    </section>
  )
}

const HINT = 'h-2.5 flex-none rounded-full bg-heat-0'
