import type { RefObject } from 'react'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

/** Binds the keys for project, task, tags and note to the fields of a form, as on the stage of the timer. */
export function useFieldShortcuts(form: RefObject<HTMLElement | null>) {
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()
  useShortcuts({
    p: () => focus('[name=project]'),
    w: () => focus('[name=task]'),
    a: () => focus('[data-field=tags] input'),
    o: () => focus('[name=notes]'),
  })
}
