import { Check } from 'lucide-react'
import { Header, MenuItem, MenuSection } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'

interface MenuRadioGroupProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A section of a menu with one selected option, such as the theme. */
export function MenuRadioGroup<Value extends string>({ label, value, options, onChange }: MenuRadioGroupProps<Value>) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      shouldCloseOnSelect={false}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys === 'all' || keys.has(option.value))
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      <Header className="px-2.5 pt-2 pb-1 text-minimum font-medium text-ink-3">{label}</Header>
      {options.map((option) => (
        <MenuItem key={option.value} id={option.value} textValue={option.label} className={classes.option}>
          {({ isSelected }) => (
            <>
              <span className="flex-1">{option.label}</span>
              {isSelected && <Check size={16} aria-hidden="true" className="text-accent-ink" />}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  )
}
