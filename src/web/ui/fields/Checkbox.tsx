import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children' | 'className'> {
  children: string
  isIndeterminate?: boolean
  onChange?: (isChecked: boolean) => void
}

export function Checkbox({ children, isIndeterminate = false, onChange, ...input }: CheckboxProps) {
  return (
    <label className="group relative flex w-fit cursor-pointer items-center gap-2.5 text-secondary has-disabled:opacity-50 on-touch:min-h-11">
      <input
        type="checkbox"
        {...input}
        ref={(element) => {
          if (element !== null) element.indeterminate = isIndeterminate
        }}
        onChange={({ target }) => onChange?.(target.checked)}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="grid size-4.5 flex-none place-items-center rounded-[5px] border border-line-strong bg-surface text-transparent transition-colors peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-indeterminate:text-on-accent peer-focus-visible:focus-ring">
        {isIndeterminate ? (
          <Minus size={13} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={13} strokeWidth={3} aria-hidden="true" />
        )}
      </span>
      {children}
    </label>
  )
}
