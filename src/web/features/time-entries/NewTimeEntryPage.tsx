import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { byName } from '#core/text/by-name.ts'
import { startOfDay } from '#core/time/time-zone.ts'
import { HOUR_MS } from '#core/time/units.ts'
import { newId } from '#web/api/new-id.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTimerService } from '#web/features/timer/queries.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useGoBack } from '#web/resources/form/useGoBack.ts'
import { FormSkeleton } from '#web/ui/feedback/FormSkeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { Filter } from '#web/ui/options/Filter.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { toIsoTime, toLocalClock, toLocalDate } from './data/local-time.ts'
import { parseNewEntryTimes } from './filters/entry-search-params.ts'
import type { EntryValues } from './form/entry-values.ts'
import { isOfClients, ProjectChoice, TagChoice, TaskChoice } from './form/EntrySubject.tsx'
import { EntryTimes } from './form/EntryTimes.tsx'
import { type EntryForm, useEntryForm } from './form/useEntryForm.ts'
import { useFieldShortcuts } from './form/useFieldShortcuts.ts'
import { latestEntryQuery, useCreateEntry, useRemoveEntries } from './queries.ts'

const PAGE = '/time-entries'

export function NewTimeEntryPage() {
  const [now] = useState(() => new Date())
  const midnight = new Date(startOfDay(now.getTime(), currentZone()))
  const { data: latest, isPending } = useQuery({
    ...latestEntryQuery(midnight.toISOString()),
    refetchOnMount: 'always',
  })
  // Wait for the projects: a name that loads late would overwrite the text being typed.
  const { isPending: isProjectUnknown } = useQuery(projectList.query)
  const urlTimes = parseNewEntryTimes(useSearch({ strict: false }))
  if (isPending || isProjectUnknown) return <FormSkeleton />
  return (
    <NewEntryForm
      times={urlTimes ?? { startTime: suggestStart(now, latest?.endTime), endTime: null }}
      isStartProposed={urlTimes === undefined}
    />
  )
}

/** The end of today's last entry, or one hour ago at a full minute. A planned entry, which ends later, is ignored. */
function suggestStart(now: Date, latestEnd: string | null | undefined) {
  if (latestEnd && Date.parse(latestEnd) < now.getTime()) return latestEnd
  const anHourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  return toIsoTime(toLocalDate(anHourAgo), toLocalClock(anHourAgo).slice(0, 5))
}

interface NewEntryFormProps {
  times: Pick<EntryValues, 'startTime' | 'endTime'>
  isStartProposed: boolean
}

function NewEntryForm({ times, isStartProposed }: NewEntryFormProps) {
  const { t } = useTranslation()
  const leave = useGoBack(PAGE)
  const create = useCreateEntry()
  const remove = useRemoveEntries()
  const { store } = useTimerService()
  const [id] = useState(newId)
  const [clients, setClients] = useState<readonly string[]>([])
  const fields = useRef<HTMLDivElement>(null)
  useFieldShortcuts(fields)
  const form = useEntryForm({
    initial: { ...EMPTY_ENTRY, project: store.getState().selection.projectId ?? '', ...times },
    onSubmit: async (values) => {
      const created = await create.mutateAsync({ ...values, id })
      const done = values.isRunning ? 'entries.form.started' : 'entries.form.created'
      // An entry without an end is the timer, which is stopped there.
      const undo = values.isRunning ? undefined : () => remove.mutate([id])
      toast.show(t(created === undefined ? 'shell.waiting.kept' : done), { undo })
      leave()
    },
    fallback: 'entries.failed.create',
  })
  const running = form.control('isRunning')

  return (
    <FormPage title={t('shell.page.newTimeEntry')} form={form} backTo={PAGE}>
      <div ref={fields} className="contents">
        <ClientFilter form={form} clients={clients} onChange={setClients} />
        <ProjectChoice form={form} clients={clients} />
        <TaskChoice form={form} />
        <EntryTimes form={form} autoFocus="duration" isNew isStartProposed={isStartProposed} />
        <div className="grid gap-1.5">
          <Checkbox isSelected={form.values.isRunning} onChange={running.onChange}>
            {t('entries.form.running')}
          </Checkbox>
          <p className={classes.help}>{t('entries.form.runningHelp')}</p>
        </div>
        <TagChoice form={form} />
        <TextArea label={t('entries.form.notes')} {...form.field('notes')} />
      </div>
    </FormPage>
  )
}

const EMPTY_ENTRY = { task: null, duration: undefined, notes: '', tags: [], isRunning: false }

interface ClientFilterProps {
  form: EntryForm
  clients: readonly string[]
  onChange: (clients: readonly string[]) => void
}

/** Limits the offered projects to those of some clients. It is not a field: nothing of it is saved with the entry. */
function ClientFilter({ form, clients, onChange }: ClientFilterProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const { data: known = [] } = useQuery(clientList.query)
  const [project, task] = [form.control('project'), form.control('task')]
  const selectClients = (ids: string[]) => {
    onChange(ids)
    const selectedProject = projects.find(({ id }) => id === project.value)
    if (selectedProject === undefined || isOfClients(selectedProject, ids)) return
    project.onChange('')
    task.onChange(null)
  }
  if (known.length === 0) return null
  return (
    <div className="-mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Filter
        label={t('entries.filter.client')}
        anyLabel={t('entries.filter.all.client')}
        options={known.toSorted(byName).map(({ id, name, color }) => ({ id, label: name, color }))}
        value={clients}
        onChange={selectClients}
      />
      <span className={classes.help}>{t('entries.form.clientHelp')}</span>
    </div>
  )
}
