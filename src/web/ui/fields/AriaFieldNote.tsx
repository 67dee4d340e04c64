import { FieldError, Text } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'
import type { FieldText } from './FieldFrame.tsx'

/** Help or error of a React Aria field, which connects it with the input by itself. */
export function AriaFieldNote({ help, error }: Pick<FieldText, 'help' | 'error'>) {
  return (
    <>
      {help !== undefined && error === undefined && (
        <Text slot="description" className={classes.help}>
          {help}
        </Text>
      )}
      <FieldError className={classes.error}>{error}</FieldError>
    </>
  )
}
