import clsx from 'clsx'
import { type ComponentProps, useId } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { fieldAria, FieldFrame, type FieldText } from './FieldFrame.tsx'

/** Grows with its text. */
export function TextArea({ label, help, error, className, ...area }: FieldText & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <textarea
        rows={3}
        {...area}
        {...fieldAria(id, { help, error })}
        className={clsx(
          classes.control,
          'field-sizing-content h-auto min-h-20 resize-y py-2 on-touch:h-auto',
          className,
        )}
      />
    </FieldFrame>
  )
}
