import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import * as classes from '#web/ui/theme/classes.ts'
import type { Option } from './OptionItem.tsx'
import { OptionButton } from './OptionButton.tsx'

interface FilterProps {
  label: string
  options: readonly Option[]
  /** None chosen means no restriction. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** What to print while nothing is chosen: "All", "Any". */
  anyLabel: string
}

/** Several of a list, as a chip in a toolbar; tinted while it restricts anything. */
export function Filter({ label, options, value, onChange, anyLabel }: FilterProps) {
  const chosen = options.filter((option) => value.includes(option.id))
  const isActive = chosen.length > 0
  const summary = chosen.length > 1 ? String(chosen.length) : (chosen[0]?.label ?? anyLabel)

  return (
    <OptionButton
      isMultiple
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      className={clsx(classes.chip, isActive && 'border-transparent bg-tint text-accent-ink')}
    >
      {label}{' '}
      <span className={clsx('max-w-40 truncate font-strong tabular-nums', !isActive && 'text-ink')}>{summary}</span>
      <ChevronDown size={15} aria-hidden="true" className="flex-none" />
    </OptionButton>
  )
}
