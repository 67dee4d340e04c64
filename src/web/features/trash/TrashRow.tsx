import {
  ChartColumn,
  CircleCheck,
  FileUp,
  Folder,
  List,
  type LucideIcon,
  SlidersHorizontal,
  Tag,
  Trash2,
  Users,
} from 'lucide-react'
import type { TrashItem, TrashKind } from '#contract/trash.ts'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { formatSpan } from './format-span.ts'
import { useRestoreItem } from './queries.ts'

const ICONS: Record<TrashKind, LucideIcon> = {
  'time-entries': List,
  project: Folder,
  client: Users,
  task: CircleCheck,
  tag: Tag,
  'timer-preset': SlidersHorizontal,
  'report-view': ChartColumn,
  import: FileUp,
}

/** Returns what to call an item: its name, or its kind if it has none. */
export function useItemName() {
  const { t } = useTranslation()
  return ({ kind, name }: TrashItem) => name || t(`trash.kinds.${kind}`)
}

interface TrashRowProps {
  item: TrashItem
  onRemove: () => void
  onRestored: () => void
}

export function TrashRow({ item, onRemove, onRestored }: TrashRowProps) {
  const { t } = useTranslation()
  const Icon = ICONS[item.kind]
  const restore = useRestoreItem()
  const name = useItemName()(item)
  const handleRestore = () => {
    onRestored()
    restore.mutate(item.id, { onSuccess: () => toast.show(t('trash.restored', { name })) })
  }
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 pr-3 pl-4 first:border-t-0 max-sm:flex-wrap">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
      <div className="grid min-w-0 flex-1">
        <p className="text-secondary font-strong wrap-anywhere">{name}</p>
        <p className="text-caption text-ink-3 tabular-nums">{useFacts(item).join(' · ')}</p>
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-end">
        <Button
          variant="secondary"
          busy={restore.isPending}
          aria-label={t('trash.restoreItem', { name })}
          onClick={handleRestore}
        >
          {t('trash.restore')}
        </Button>
        <IconButton label={t('trash.removeItem', { name })} icon={<Trash2 size={16} />} onClick={onRemove} />
      </div>
    </li>
  )
}

function useFacts({ kind, name, timeEntries, milliseconds, device, deletedAt, expiresAt }: TrashItem) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const locale = toLocale(language)
  const time = formatDuration(milliseconds, language)
  return [
    name !== '' && kind !== 'time-entries' && t(`trash.kinds.${kind}`),
    timeEntries > 0 && t('trash.entries', { count: timeEntries, time }),
    t('trash.deleted', { time: formatRelative(Date.parse(deletedAt), now, locale) }),
    device,
    t('trash.left', { time: formatSpan(Date.parse(expiresAt) - now, locale) }),
  ].filter(Boolean)
}
