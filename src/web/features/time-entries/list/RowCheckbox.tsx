import clsx from 'clsx'
import { Check, Minus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'

interface RowCheckboxProps {
  name: string
  isSelected: boolean | 'partly'
  /** Otherwise it is visible on hover and focus only, and on a phone on focus by key only. */
  isAlwaysShown: boolean
  onSelect: (isRange: boolean) => void
}

/** A native checkbox: it is cheap enough for every row, and its click event has `shiftKey`. */
export function RowCheckbox({ name, isSelected, isAlwaysShown, onSelect }: RowCheckboxProps) {
  const { t } = useTranslation()
  const Mark = isSelected === 'partly' ? Minus : Check
  return (
    <label
      className={clsx(
        'relative z-1 row-span-2 row-start-1 -m-2.5 grid flex-none cursor-pointer place-items-center p-2.5 transition-opacity on-touch:-my-3 on-touch:py-3',
        !isAlwaysShown &&
          'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 on-touch:opacity-100 @max-md:not-has-focus-visible:sr-only',
      )}
    >
      <input
        type="checkbox"
        tabIndex={useRowTabIndex()}
        aria-label={t('ui.select', { name })}
        checked={isSelected === true}
        ref={(input) => {
          if (input !== null) input.indeterminate = isSelected === 'partly'
        }}
        onChange={() => undefined}
        onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <span
        className={clsx(
          'grid size-4.5 place-items-center rounded-[5px] border transition-colors peer-focus-visible:focus-ring',
          isSelected === false
            ? 'border-line-strong bg-surface text-transparent'
            : 'border-accent bg-accent text-on-accent',
        )}
      >
        <Mark size={13} strokeWidth={3} aria-hidden="true" />
      </span>
    </label>
  )
}
