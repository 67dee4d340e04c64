import clsx from 'clsx'
import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClasses } from '#web/ui/buttons/Button.tsx'
import { whenFocusIsLost } from '#web/ui/overlays/lost-focus.ts'

interface FilePickerProps {
  label: string
  variant: 'primary' | 'ghost'
  onPick: (files: readonly File[]) => void
  /** Moves the focus here once the element that had it is gone. */
  takesFocus?: boolean
  isDisabled?: boolean
  /** The id of an element that says more. */
  describedBy?: string
}

/** Endings and types of all formats; the server recognizes a file by its content. */
const ACCEPTED_FILES = [
  '.csv,.tsv,.txt,.json,.jsonl,.xlsx,.zip,.ics,.org,.ledger,.hledger,.journal,.timeclock,.data,.frames',
  'text/csv,text/plain,text/tab-separated-values,text/calendar,application/json,application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join(',')

/** A native file input styled as a button. */
export function FilePicker({
  label,
  variant,
  onPick,
  takesFocus = false,
  isDisabled = false,
  ...props
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => (takesFocus ? whenFocusIsLost(() => input.current?.focus()) : undefined), [takesFocus])
  return (
    <label
      className={clsx(
        buttonClasses(variant, variant === 'primary' ? 'lg' : 'md'),
        'has-focus-visible:focus-ring',
        isDisabled && 'opacity-50 dark:opacity-60',
      )}
    >
      <FileUp size={18} strokeWidth={1.75} aria-hidden="true" />
      {label}
      <input
        type="file"
        accept={ACCEPTED_FILES}
        ref={input}
        disabled={isDisabled}
        aria-describedby={props.describedBy}
        onChange={({ currentTarget: input }) => {
          onPick([...(input.files ?? [])])
          // Without this the same file, changed on disk, could not be chosen again.
          input.value = ''
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  )
}
