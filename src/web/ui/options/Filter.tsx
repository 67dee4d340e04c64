import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import * as classes from '#web/ui/theme/classes.ts'
import { OptionButton } from './OptionButton.tsx'
import type { Option } from './OptionItem.tsx'

interface FilterProps {
  label: string
  options: readonly Option[]
  /** Empty: no restriction. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Shown while nothing is selected: "All", "Any". */
  anyLabel: string
}

/** A multiple selection as a chip in a toolbar, tinted while it restricts anything. */
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
