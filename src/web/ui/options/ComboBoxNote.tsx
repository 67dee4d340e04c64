import type { ComponentProps } from 'react'
import { AriaFieldNote } from '#web/ui/fields/AriaFieldNote.tsx'
import { UnknownTextNote } from './UnknownTextNote.tsx'

interface ComboBoxNoteProps extends ComponentProps<typeof AriaFieldNote> {
  question: ComponentProps<typeof UnknownTextNote> | undefined
}

/** The line below a field with options: a question about its text takes the place of help and error. */
export const ComboBoxNote = ({ question, ...texts }: ComboBoxNoteProps) =>
  question === undefined ? <AriaFieldNote {...texts} /> : <UnknownTextNote {...question} />
