import type { ReactNode } from 'react'
import * as classes from '#web/ui/theme/classes.ts'

export interface FieldText {
  label: string
  help?: ReactNode
  /** Replaces the help. */
  error?: string | undefined
}

/** Label above the input, help or error below. */
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

/** Connects an input with the help or error that `FieldFrame` shows. */
export function fieldAria(id: string, { help, error }: Pick<FieldText, 'help' | 'error'>) {
  const hasNote = help !== undefined || error !== undefined
  return {
    id,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': error !== undefined || undefined,
  }
}
