import type { ComponentProps } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { SegmentedControl } from './SegmentedControl.tsx'

type SegmentedControlFieldProps<Value extends string> = ComponentProps<typeof SegmentedControl<Value>> & {
  help?: string | undefined
}

/** A `SegmentedControl` with label above and help below. */
export function SegmentedControlField<Value extends string>({ help, ...control }: SegmentedControlFieldProps<Value>) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className={classes.label}>
        {control.label}
      </span>
      <SegmentedControl {...control} />
      {help !== undefined && <p className={classes.help}>{help}</p>}
    </div>
  )
}
