import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { Overview } from '#contract/overview.ts'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button, buttonClasses } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Rows } from '#web/ui/list/Rows.tsx'
import { EntryRow, RunningRow } from './EntryRow.tsx'
import { findContinuedEntry, type RunningEntry } from './running-work.ts'

interface EntriesPanelProps {
  day: Overview['today']
  isToday: boolean
  running: RunningEntry | null
  isNew: boolean
  onContinue: (entry: TimeEntry) => void
}

/** Fits beside the activity panel; the rest is shown on demand. */
const INITIAL_COUNT = 9

/** The entries of a day, newest first, each with a button to continue it. */
export function EntriesPanel({ day, isToday, running, isNew, onContinue }: EntriesPanelProps) {
  const { t } = useTranslation()
  const [isExpanded, setIsExpanded] = useState(false)
  const continued = findContinuedEntry(day, running)
  const entries = day.entries.filter((entry) => entry !== continued)
  const shown = isExpanded ? entries : entries.slice(0, INITIAL_COUNT)

  return (
    <Panel title={t('overview.entryList')} aside={<AllEntries />} className="@container">
      {entries.length === 0 && running === null ? (
        <NoEntries
          message={t(isNew ? 'overview.noEntries' : isToday ? 'overview.noEntriesToday' : 'overview.past.noEntries')}
        />
      ) : (
        <Rows label={t('overview.entryList')}>
          {running !== null && <RunningRow running={running} continued={continued} onStop={onContinue} />}
          {shown.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onContinue={() => onContinue(entry)} />
          ))}
        </Rows>
      )}
      {shown.length < entries.length && (
        <div className="border-t border-line p-2">
          <Button variant="ghost" className="w-full" onClick={() => setIsExpanded(true)}>
            {t('overview.showAll', { count: entries.length })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function AllEntries() {
  const { t } = useTranslation()
  return (
    <Link
      to="/time-entries"
      className="relative inline-flex items-center gap-1.5 rounded-tag font-strong text-accent-ink after:absolute after:-inset-2 hover:underline"
    >
      {t('overview.allEntries')}
      <ArrowRight size={15} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  )
}

function NoEntries({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <div className="grid flex-1 content-center">
      <EmptyState
        message={message}
        action={
          <Link to="/time-entries/new" className={buttonClasses('secondary')}>
            {t('overview.addTime')}
          </Link>
        }
      />
    </div>
  )
}
