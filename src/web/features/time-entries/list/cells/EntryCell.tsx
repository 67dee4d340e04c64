import { type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import type { EditedField } from '#web/features/time-entries/form/EntryEditor.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'

const loadEditor = () => import('./CellEditor.tsx')
const loadPicker = () => import('./CellPicker.tsx')
const CellEditor = lazyComponent(() => loadEditor().then((module) => ({ default: module.CellEditor })))
const CellPicker = lazyComponent(() => loadPicker().then((module) => ({ default: module.CellPicker })))

type PickedField = 'project' | 'task' | 'tags'

const isPicked = (field: EditedField): field is PickedField => ['project', 'task', 'tags'].includes(field)

/** Loads the code that edits a field in its cell. */
export const loadCellEditor = (field: EditedField) => (isPicked(field) ? loadPicker() : loadEditor())

/** The state and handlers that the cells of a row share. */
export interface RowCells {
  entry: TimeEntry
  /** The cell that is being edited. */
  edited: EditedField | undefined
  onEdit: (field: EditedField, event: MouseEvent<HTMLElement>) => void
  onClose: (field: EditedField) => void
}

interface EntryCellProps {
  cells: RowCells
  field: EditedField
  label: string
  className: string
  children: ReactNode
}

/** A value of a row. A click, Enter or F2 edits it where it stands. */
export function EntryCell({ cells: { entry, edited, onEdit, onClose }, field, label, ...props }: EntryCellProps) {
  const { className, children } = props
  const isEdited = edited === field
  const trigger = useRef<HTMLButtonElement>(null)
  const tabIndex = useRowTabIndex()
  useFocusAfterEditing(trigger, isEdited)
  const close = () => onClose(field)

  if (isEdited && !isPicked(field))
    return (
      // A cell hides text that is too long, but not the frame of its field.
      <div style={{ overflow: 'visible' }} className={className}>
        <Suspense>
          <CellEditor entry={entry} field={field} onClose={close} />
        </Suspense>
      </div>
    )
  return (
    <>
      <button
        ref={trigger}
        type="button"
        data-cursor=""
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup={isPicked(field) ? 'dialog' : undefined}
        onClick={(event) => onEdit(field, event)}
        className={`relative z-1 min-h-6 cursor-pointer rounded-tag whitespace-nowrap tabular-nums hover:text-ink ${className}`}
      >
        {children}
      </button>
      {isEdited && isPicked(field) && (
        <Suspense>
          <CellPicker entry={entry} field={field} triggerRef={trigger} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the focus to the element when its editor closes. */
export function useFocusAfterEditing(element: RefObject<HTMLElement | null>, isEdited: boolean) {
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body) element.current?.focus()
    wasEdited.current = isEdited
  }, [element, isEdited])
}
