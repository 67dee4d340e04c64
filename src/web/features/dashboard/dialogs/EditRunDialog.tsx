import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { MINUTE_MS } from '#core/time/units.ts'
import { canMoveStart, earliestWorkStart, workStartOf } from '#core/timer/work-start.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { loadPickers, TimerSubject } from '#web/features/dashboard/stage/TimerSubject.tsx'
import { findEarlierWork, resolveStart, toClockText } from '#web/features/dashboard/state/typed-start.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { latestEntriesQuery } from '#web/features/time-entries/queries.ts'
import { type Timer, useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { currentTranslation, useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { TimeField } from '#web/ui/date/TimeField.tsx'
import { formatTime } from '#web/ui/display/format-time.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { Stage } from '#web/ui/timer/Stage.tsx'

interface EditRunDialogProps {
  /** Whether the page does not show project, task, tags and note already. */
  hasSubject: boolean
  onClose: () => void
}

/**
 * Corrects the start of the work that runs. Project, task, tags and note change at once, as on the dashboard; Cancel
 * changes them back.
 */
export function EditRunDialog({ hasSubject, onClose }: EditRunDialogProps) {
  const { t } = useTranslation()
  const timer = useTimerService()
  const formId = useId()
  const start = useStartField()
  const [subject] = useState(() => timer.store.getState().view.subject)

  function cancel() {
    const { store, actions } = timer
    // Each snapshot brings a new object.
    const isChanged = JSON.stringify(store.getState().view.subject) !== JSON.stringify(subject)
    if (subject !== null && isChanged) void actions.select({ ...subject })
    onClose()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (start.error !== undefined) return
    if (start.changedTo !== undefined) void moveStart(timer, start.changedTo)
    onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={cancel}
      title={t('dashboard.editRun.title')}
      actions={
        <>
          <Button variant="ghost" className="sm:mr-auto" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} className="grid gap-5 pt-1">
        {start.field !== undefined && <StartField {...start.field} error={start.error} />}
        {hasSubject && <RunSubject />}
      </form>
    </Dialog>
  )
}

interface StartFieldProps {
  value: number | null
  earliest: number
  /** Why the start cannot be earlier. */
  limit: string
  onChange: (value: number | null) => void
  error: string | undefined
}

const EARLIER_MINUTES = [5, 10, 15]

function StartField({ value, earliest, limit, onChange, error }: StartFieldProps) {
  const { t } = useTranslation()
  const { serverNow } = useTimerService()
  const steps = EARLIER_MINUTES.map((count) => ({ count, start: (value ?? serverNow()) - count * MINUTE_MS }))
  const isLimited = steps.some(({ start }) => start < earliest)
  return (
    <div className="grid gap-2.5">
      <TimeField
        label={t('dashboard.editRun.start')}
        value={value === null ? null : toClockText(value)}
        onChange={(clock) => onChange(clock === null ? null : resolveStart(clock, serverNow()))}
        error={error}
        help={isLimited ? limit : undefined}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        {steps.map(({ count, start }) => (
          <Button key={count} disabled={start < earliest} onClick={() => onChange(start)}>
            {t('dashboard.editRun.earlier', { count })}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** The start as typed. It cannot be moved in a break, nor if the run continues an entry, nor into earlier entries. */
function useStartField() {
  const view = useTimer(({ view }) => view)
  const startedAt = workStartOf(view)
  const { earliest, tooEarly, limit } = useEarliestStart(startedAt)
  /** Undefined until something is typed, null while the time is incomplete. */
  const [typed, setTyped] = useState<number | null>()
  if (!canMoveStart(view) || startedAt === null) return {}
  const isWrong = typed === null || (typed !== undefined && typed < startOfMinute(earliest))
  return {
    field: { value: typed === undefined ? startedAt : typed, earliest, limit, onChange: setTyped },
    error: isWrong ? tooEarly : undefined,
    changedTo: toChange(typed, { startedAt, earliest }),
  }
}

/** The earliest start that is possible, and why there is none before. */
function useEarliestStart(startedAt: number | null) {
  const { t, language } = useTranslation()
  const view = useTimer(({ view }) => view)
  const now = useTimer(({ now }) => now)
  const { data: entries = [] } = useQuery(latestEntriesQuery)
  const { data: projects = [] } = useQuery(projectList.query)
  const before = findEarlierWork(entries, startedAt ?? now)
  const earliest = Math.max(earliestWorkStart(view, now), before?.end ?? 0)
  const time = formatTime(earliest, language)
  const limiting = before?.end === earliest ? before.project : undefined
  const name = projects.find(({ id }) => id === limiting)?.name
  const tooEarly = t('dashboard.editRun.tooEarly', { time })
  return { earliest, tooEarly, limit: name === undefined ? tooEarly : t('dashboard.editRun.limit', { name, time }) }
}

/** The field has no seconds: the same minute changes nothing. */
function toChange(typed: number | null | undefined, { startedAt, earliest }: { startedAt: number; earliest: number }) {
  if (typed === undefined || typed === null || startOfMinute(typed) === startOfMinute(startedAt)) return undefined
  return Math.max(typed, earliest)
}

const startOfMinute = (at: number) => at - (at % MINUTE_MS)

function RunSubject() {
  const state = useTimer(({ view: { status, mode } }) => (status === 'running' ? mode : status))
  const projectPanel = useLazyPanel(loadPickers)
  return (
    <Stage state={state} className="@container p-5">
      <TimerSubject projectPanel={projectPanel} />
    </Stage>
  )
}

async function moveStart({ store, actions }: Timer, startedAt: number) {
  const before = workStartOf(store.getState().view)
  const outcome = await actions.moveStart(startedAt)
  showOutcome(outcome)
  if (!outcome.ok || before === null) return
  const { t, language } = currentTranslation()
  toast.show(t('dashboard.editRun.moved', { time: formatTime(startedAt, language) }), {
    tone: 'success',
    undo: () => void actions.moveStart(before).then((undone) => showOutcome(undone)),
  })
}
