import { TickProgress } from '#web/ui/timer/TickProgress.tsx'

interface ArchiveProgressProps {
  label: string
  /** From 0 to 1. */
  value: number
  text: string
}

export function ArchiveProgress({ label, value, text }: ArchiveProgressProps) {
  return (
    // The colours of a break stand out from the page.
    <div data-stage="break" className="grid w-full gap-1 pt-1">
      <TickProgress label={label} value={value} />
      <p className="text-caption text-ink-2 tabular-nums">{text}</p>
    </div>
  )
}
