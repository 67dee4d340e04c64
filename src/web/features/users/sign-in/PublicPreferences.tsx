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
  const chosenLabel = options.find((option) => option.value === value)?.label
  return (
    <span className="relative flex items-center">
      {/* As wide as the chosen option. A select on its own is as wide as its longest one. */}
      <span
        aria-hidden="true"
        data-text={chosenLabel}
        className={`${SELECT_TEXT} invisible before:content-[attr(data-text)]`}
      />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
        className={`${SELECT_TEXT} absolute inset-0 cursor-pointer appearance-none rounded-control bg-transparent text-ink-2 hover:bg-hover hover:text-ink`}
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

const SELECT_TEXT = 'h-9 pr-7 pl-2.5 text-secondary font-medium whitespace-nowrap on-touch:h-11'
