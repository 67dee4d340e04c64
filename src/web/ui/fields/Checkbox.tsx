import { Check, Minus } from 'lucide-react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className'> {
  /** Left out where the checkbox has an `aria-label`. */
  children?: string
}

export function Checkbox({ children, ...checkbox }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...checkbox}
      className="group flex w-fit cursor-pointer items-center gap-2.5 text-secondary outline-none data-disabled:opacity-50 on-touch:min-h-11"
    >
      {({ isIndeterminate }) => (
        <>
          <span className="grid size-4.5 flex-none place-items-center rounded-[5px] border border-line-strong bg-surface text-on-accent transition-colors group-data-focus-visible:focus-ring group-data-indeterminate:border-accent group-data-indeterminate:bg-accent group-data-selected:border-accent group-data-selected:bg-accent">
            {isIndeterminate ? (
              <Minus size={13} strokeWidth={3} aria-hidden="true" />
            ) : (
              <Check
                size={13}
                strokeWidth={3}
                aria-hidden="true"
                className="opacity-0 transition-opacity group-data-selected:opacity-100"
              />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
