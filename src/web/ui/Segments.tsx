import type { ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}

/** One of two to four, all in view. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value))
        if (chosen !== undefined) onChange(chosen.value)
      }}
      className="inline-flex w-fit max-w-full overflow-x-auto rounded-[11px] bg-hover p-0.75"
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="inline-flex h-7.5 cursor-pointer items-center gap-1.5 rounded-small px-2.5 text-caption sm:px-3.25 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink data-selected:bg-raised data-selected:font-strong data-selected:text-ink data-selected:shadow-segment on-touch:h-10"
        >
          {option.icon}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
