import { useId } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { fieldAria, FieldFrame, type FieldText } from './FieldFrame.tsx'
import { GrowingTextArea, type GrowingTextAreaProps } from './GrowingTextArea.tsx'

type TextAreaProps = FieldText & Omit<GrowingTextAreaProps, 'className'>

/** Grows with its text: `<TextArea label={…} {...form.field('notes')} />`. */
export function TextArea({ label, help, error, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <GrowingTextArea
        rows={3}
        {...area}
        {...fieldAria(id, { help, error })}
        className={`${classes.control} h-auto min-h-20 resize-none overflow-hidden py-2 on-touch:h-auto`}
      />
    </FieldFrame>
  )
}
