import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, Suspense } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import type { RowAction } from './RowMenuPanel.tsx'

const loadPanel = () => import('./RowMenuPanel.tsx')
const RowMenuPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.RowMenuPanel })))

interface RowMenuProps {
  name: string
  onEdit: () => void
  onDelete: () => void
  /** Items between Edit and Delete. */
  more?: readonly RowAction[] | undefined
}

/** A plain button until the first click: a menu in every row would slow down typing in the search field. */
export function RowMenu({ name, ...actions }: RowMenuProps) {
  const { t } = useTranslation()
  const { wasOpened, open, trigger, panel } = useLazyPanel(loadPanel)
  const label = t('list.actions', { name })
  const handleKey = (event: KeyboardEvent) => {
    // React Aria treats the click event of a key as one of a screen reader, and would focus no item.
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    open()
  }

  return (
    <>
      <button
        {...trigger}
        tabIndex={useRowTabIndex()}
        aria-label={label}
        aria-haspopup="menu"
        onKeyDown={handleKey}
        className="grid size-7.5 cursor-pointer place-items-center rounded-small text-ink-3 transition-colors hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-hover on-touch:size-11"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      {wasOpened && (
        <Suspense>
          <RowMenuPanel label={label} panel={panel} {...actions} />
        </Suspense>
      )}
    </>
  )
}
