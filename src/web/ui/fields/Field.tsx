import clsx from 'clsx'
import { type ComponentProps, useId } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { fieldAria, FieldFrame, type FieldText } from './FieldFrame.tsx'

/** A text input: `<Field label={…} {...form.field('name')} />`. */
export function Field({ label, help, error, className, ...input }: FieldText & ComponentProps<'input'>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <input {...input} {...fieldAria(id, { help, error })} className={clsx(classes.control, className)} />
    </FieldFrame>
  )
}
