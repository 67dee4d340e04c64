import { X } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from './ColorDot.tsx'

interface TagProps {
  children: string
  color?: string | undefined
  onRemove?: () => void
}

export function Tag({ children, color, onRemove }: TagProps) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-tag bg-hover px-2 text-minimum font-medium text-ink-2">
      {color !== undefined && <ColorDot color={color} className="size-2" />}
      <span className="truncate">{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={t('ui.remove', { name: children })}
          onClick={onRemove}
          className="relative -mr-1.5 grid size-5 cursor-pointer place-items-center rounded-[5px] text-ink-3 after:absolute after:-inset-1 hover:bg-hover hover:text-ink on-touch:after:-inset-3"
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
