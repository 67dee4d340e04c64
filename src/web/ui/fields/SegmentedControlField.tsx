import type { ComponentProps } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { SegmentedControl } from './SegmentedControl.tsx'

type SegmentedControlFieldProps<Value extends string> = ComponentProps<typeof SegmentedControl<Value>> & {
  help?: string | undefined
}

/** `Segments` as a field of a form: label above, help below. */
export function SegmentedControlField<Value extends string>({ help, ...segments }: SegmentedControlFieldProps<Value>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className={classes.label}>
        {segments.label}
      </span>
      <SegmentedControl {...segments} />
      {help !== undefined && <p className={classes.help}>{help}</p>}
    </div>
  )
}
