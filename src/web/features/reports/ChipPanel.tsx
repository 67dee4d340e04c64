import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import * as classes from '#web/ui/classes.ts'

interface ChipPanelProps {
  label: string
  summary: string
  /** Whether it changes anything: then it is tinted. */
  isActive: boolean
  /** Comes when the panel is first opened. */
  children: ReactNode
}

/** A chip of the toolbar that opens a panel with several fields. */
export function ChipPanel({ label, summary, isActive, children }: ChipPanelProps) {
  return (
    <DialogTrigger>
      <Button
        aria-label={`${label}: ${summary}`}
        className={clsx(classes.chip, isActive && 'border-transparent bg-tint text-accent-ink')}
      >
        {label}
        <span className={clsx('font-strong whitespace-nowrap tabular-nums', !isActive && 'text-ink')}>{summary}</span>
        <ChevronDown size={15} aria-hidden="true" className="flex-none" />
      </Button>
      <Popover placement="bottom start" offset={6} className={`${classes.popover} w-84 max-w-[calc(100vw-1.5rem)]`}>
        <Dialog aria-label={label} className="grid gap-4 p-4 outline-none">
          <Suspense fallback={<div className="h-16" />}>{children}</Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
