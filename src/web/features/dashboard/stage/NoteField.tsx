import { type KeyboardEvent, useRef, useState } from 'react'
import { useTimer, useTimerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { GrowingTextArea } from '#web/ui/fields/GrowingTextArea.tsx'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

const TYPING_PAUSE_MS = 500
const MAX_NOTE_LENGTH = 2_000

/**
 * Typed text is saved after a pause, or at once when the field or the page is left. Enter leaves the field, Shift with
 * Enter begins a line, Escape takes back what was typed in this phase since the field got the focus, saved or not.
 */
export function NoteField() {
  const { t } = useTranslation()
  const { select } = useTimerActions()
  const notes = useTimer(({ selection }) => selection.notes)
  const phase = useTimer(({ view }) => `${view.runId} ${view.phase}`)
  const [typed, setTyped] = useState<string>()
  const save = useDebouncedCallback((text: string) => {
    void select({ notes: text }).finally(() => setTyped((now) => (now === text ? undefined : now)))
  }, TYPING_PAUSE_MS)
  /** The text before the first change since the field got the focus, and its phase: the next one has another note. */
  const before = useRef<{ text: string; phase: string }>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcuts({ o: () => field.current?.focus() })

  const type = (text: string) => {
    if (before.current?.phase !== phase) before.current = { text: typed ?? notes, phase }
    setTyped(text)
    save.schedule(text)
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isLeaving = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
    if (!isLeaving || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape' && before.current?.phase === phase) type(before.current.text)
    event.currentTarget.blur()
  }

  return (
    <div className="-mx-2 my-1">
      <GrowingTextArea
        ref={field}
        rows={1}
        maxLength={MAX_NOTE_LENGTH}
        aria-label={t('dashboard.note')}
        placeholder={t('dashboard.addNote')}
        value={typed ?? notes}
        onFocus={() => {
          before.current = undefined
        }}
        onChange={({ target }) => type(target.value)}
        onKeyDown={handleKey}
        onBlur={save.flush}
        className="max-h-28 min-h-9 resize-none [scrollbar-width:none] rounded-small bg-transparent px-2 py-1.75 leading-snug font-medium transition-colors placeholder:font-normal placeholder:text-on-stage-2 hover:bg-stage-2 on-touch:min-h-11 on-touch:py-2.5"
      />
    </div>
  )
}
