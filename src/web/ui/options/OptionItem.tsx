import { Check } from 'lucide-react'
import { ListBoxItem } from 'react-aria-components'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import * as classes from '#web/ui/theme/classes.ts'

export interface Option {
  id: string
  label: string
  color?: string | undefined
  /** Secondary text, such as the client of a project. */
  hint?: string | undefined
}

export function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={classes.option}>
      {({ isSelected }) => (
        <>
          {option.color !== undefined && <ColorDot color={option.color} />}
          <span className="truncate">{option.label}</span>
          {option.hint !== undefined && <span className={HINT}>{option.hint}</span>}
          {isSelected && <Check size={16} aria-hidden="true" className="ml-auto flex-none text-accent-ink" />}
        </>
      )}
    </ListBoxItem>
  )
}

/** Takes the room that the label leaves. */
const HINT = 'min-w-0 flex-1 basis-0 truncate text-ink-3'
