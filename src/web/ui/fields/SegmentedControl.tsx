import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

interface SegmentedControlProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** Selects one of two to four visible options. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex w-fit max-w-full flex-wrap rounded-[11px] bg-hover p-0.75"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(OPTION, option.value === value ? SELECTED : 'font-medium text-ink-2')}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}

const OPTION =
  'relative inline-flex h-7.5 items-center gap-1.5 rounded-small px-2.5 text-caption whitespace-nowrap transition-colors hover:text-ink has-focus-visible:focus-ring sm:px-3.25 on-touch:h-10'
const SELECTED = 'bg-raised font-strong text-ink shadow-segment dark:bg-line-strong/60'
