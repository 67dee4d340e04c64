import type { ComponentProps } from 'react'
import * as classes from './classes.ts'
import { Segments } from './Segments.tsx'

type SegmentsFieldProps<Value extends string> = ComponentProps<typeof Segments<Value>> & { help?: string | undefined }

/** `Segments` as a field of a form: label above, help below. */
export function SegmentsField<Value extends string>({ help, ...segments }: SegmentsFieldProps<Value>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className={classes.label}>
        {segments.label}
      </span>
      <Segments {...segments} />
      {help !== undefined && <p className={classes.help}>{help}</p>}
    </div>
  )
}
