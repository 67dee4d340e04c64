import { ChevronDown } from 'lucide-react'
import { usePreferences } from '#web/features/users/preferences/usePreferences.ts'

/** Language and theme on public pages. Native selects keep these pages small. */
export function PublicPreferences() {
  const { theme, language } = usePreferences()
  return (
    <div className="ml-auto flex gap-1">
      <QuietSelect {...language} />
      <QuietSelect {...theme} />
    </div>
  )
}

interface QuietSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

function QuietSelect<Value extends string>({ label, value, options, onChange }: QuietSelectProps<Value>) {
  return (
    <span className="relative flex items-center">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
        className="h-9 cursor-pointer appearance-none rounded-control bg-transparent pr-7 pl-2.5 text-secondary font-medium text-ink-2 field-sizing-content hover:bg-hover hover:text-ink on-touch:h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-raised text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={15} aria-hidden="true" className="pointer-events-none absolute right-2 text-ink-3" />
    </span>
  )
}
