import type { ReactNode } from 'react'
import * as classes from '#web/ui/theme/classes.ts'

export interface FieldText {
  label: string
  help?: ReactNode
  /** What is wrong with the value, in words. */
  error?: string | undefined
}

/** Label above, help below, and the error in place of the help. */
export function FieldFrame({ id, label, help, error, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <p id={`${id}-note`} className={classes.error}>
          {error}
        </p>
      ) : (
        help !== undefined && (
          <div id={`${id}-note`} className={classes.help}>
            {help}
          </div>
        )
      )}
    </div>
  )
}

/** Ties an input to the note that `FieldFrame` prints for it. */
export function fieldAria(id: string, { help, error }: Pick<FieldText, 'help' | 'error'>) {
  const hasNote = help !== undefined || error !== undefined
  return {
    id,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': error !== undefined || undefined,
  }
}
