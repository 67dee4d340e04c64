import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useCreateEntry } from '#web/features/time-entries/queries.ts'
import { useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { newId } from '#web/api/new-id.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { remindersQuery } from './useReminders.ts'

interface Absence {
  leftAt: number
  backAt: number
}

/** Asks what to keep when the user is back after a long absence with a running stopwatch. */
export function IdleReturn() {
  const { data } = useQuery(remindersQuery)
  const { isOn = false, minutes = 0 } = data?.idleReturn ?? {}
  const [absence, setAbsence] = useAbsence(isOn ? minutes * MINUTE_MS : null)
  return absence === undefined ? null : <AbsenceDialog absence={absence} onClose={() => setAbsence(undefined)} />
}

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const
const STORED = 'last-activity'
const STORE_EVERY_MS = 10 * SECOND_MS

/** The absence that has just ended, if it was as long as the limit. The time of leaving survives a reload. */
function useAbsence(limitMs: number | null) {
  const { serverNow, store } = useTimerService()
  const state = useState<Absence>()
  const [, setAbsence] = state
  useEffect(() => {
    if (limitMs === null) return undefined
    let seenAt = Number(readStored(STORED)) || serverNow()
    const notice = (event: Event) => {
      const now = serverNow()
      if (now - seenAt < STORE_EVERY_MS) return
      const { view } = store.getState()
      // Commands on other devices are signs of life, too.
      const leftAt = Math.max(seenAt, view.lastAt)
      if (now - leftAt >= limitMs && view.status === 'running' && view.isInfinite) {
        setAbsence({ leftAt, backAt: now })
        // The key that wakes the screen should not also pause the timer before the question is answered.
        if (event.type === 'keydown') swallow(event)
      }
      seenAt = now
      writeStored(STORED, String(now))
    }
    const listening = new AbortController()
    for (const name of SIGNS_OF_LIFE)
      addEventListener(name, notice, { signal: listening.signal, capture: true, passive: name !== 'keydown' })
    return () => listening.abort()
  }, [limitMs, serverNow, store, setAbsence])
  return state
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function AbsenceDialog({ absence: { leftAt, backAt }, onClose }: { absence: Absence; onClose: () => void }) {
  const { t, language } = useTranslation()
  const { actions } = useTimerService()
  const { mutateAsync: create } = useCreateEntry()
  const [projectId, setProjectId] = useState<string>()
  const choice = { value: projectId, onChange: setProjectId }
  const time = formatTime(leftAt, language)

  const cut = () => actions.stop({ save: true, at: leftAt })
  async function split() {
    if (projectId === undefined) return
    onClose()
    await cut()
    const [startTime, endTime] = [leftAt, backAt].map((at) => new Date(at).toISOString())
    const times = { startTime: startTime!, endTime: endTime! }
    await create({ id: newId(), project: projectId, task: null, tags: [], notes: '', ...times })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('reminders.back')}
      actions={
        <>
          <Button variant="ghost" className="sm:mr-auto" onClick={onClose}>
            {t('reminders.keep')}
          </Button>
          {projectId !== undefined && <Button onClick={() => void split()}>{t('reminders.split')}</Button>}
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void cut()
            }}
          >
            {t('reminders.cut', { time })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-secondary text-ink-2">
          {t('reminders.away', { time, duration: formatDuration(backAt - leftAt, language) })}
        </p>
        <LazyComboBox label={t('reminders.other')} {...choice} {...useProjectOptions(choice)} />
      </div>
    </Dialog>
  )
}
