import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

const loadPanel = () => import('#web/ui/overlays/FloatingPanel.tsx')
const FloatingPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.FloatingPanel })))

interface ChipPopoverProps {
  label: string
  summary: string
  /** True if its fields change the report: the chip is then highlighted. */
  isActive: boolean
  placement?: 'bottom start' | 'bottom end'
  /** Mounted when the popover is first opened. */
  children: ReactNode
}

/** A chip of the toolbar that opens a popover with several fields. */
export function ChipPopover({ label, summary, isActive, placement = 'bottom start', children }: ChipPopoverProps) {
  const { wasOpened, trigger, panel } = useLazyPanel(loadPanel)
  return (
    <>
      <button
        {...trigger}
        aria-label={`${label}: ${summary}`}
        className={clsx(classes.chip, isActive && 'border-transparent bg-tint text-accent-ink')}
      >
        {label}
        <span className={clsx('font-strong whitespace-nowrap tabular-nums', !isActive && 'text-ink')}>{summary}</span>
        <ChevronDown size={15} aria-hidden="true" className="flex-none" />
      </button>
      {wasOpened && (
        <Suspense>
          <FloatingPanel panel={panel} label={label} placement={placement} className="gap-4 p-4">
            <Suspense fallback={<div className="h-16" />}>{children}</Suspense>
          </FloatingPanel>
        </Suspense>
      )}
    </>
  )
}
