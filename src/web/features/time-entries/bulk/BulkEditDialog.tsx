import { type FormEvent, useId, useState } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import { useBulkUpdate } from '#web/features/time-entries/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { ComboBox } from '#web/ui/options/ComboBox.tsx'
import { TagField } from '#web/ui/options/TagField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { type BulkEditValues, UNCHANGED, toBulkChange } from './bulk-change.ts'
import { useBulkUndo } from './useBulkUndo.ts'

interface BulkEditDialogProps {
  entries: readonly TimeEntry[]
  onClose: () => void
  onSaved: () => void
}

/** A field left empty keeps each entry's own value. */
export function BulkEditDialog({ entries, onClose, onSaved }: BulkEditDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<BulkEditValues>(UNCHANGED)
  const update = useBulkUpdate({ showsError: true })
  const undo = useBulkUndo()
  const change = toBulkChange(values)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(change).length === 0) return onClose()
    await update.mutateAsync({ ids: entries.map((entry) => entry.id), change })
    toast.show(t('entries.bulk.saved', { count: entries.length }), {
      undo: () => undo(entries, change),
    })
    onSaved()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('entries.bulk.title', { count: entries.length })}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={update.isPending}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {/* The form shows the error below. */}
      <form
        id={id}
        noValidate
        onSubmit={(event) => void save(event).catch(() => undefined)}
        className="grid gap-4 pt-2 text-ink"
      >
        <Subject entries={entries} values={values} onChange={(part) => setValues({ ...values, ...part })} />
        <Field
          label={t('entries.form.notes')}
          placeholder={t('entries.bulk.keep')}
          autoComplete="off"
          value={values.notes}
          onChange={({ target }) => setValues({ ...values, notes: target.value })}
        />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {update.isError && errorMessage(update.error, t, 'entries.failed.update')}
        </p>
      </form>
    </Dialog>
  )
}

interface SubjectProps {
  entries: readonly TimeEntry[]
  values: BulkEditValues
  onChange: (part: Partial<BulkEditValues>) => void
}

const NONE = 'none'

function Subject({ entries, values, onChange }: SubjectProps) {
  const { t } = useTranslation()
  const keep = t('entries.bulk.keep')
  // Tasks belong to a project: the newly selected one, or the one that all entries share.
  const sharedProject = new Set(entries.map(({ project }) => project)).size === 1 ? entries[0]!.project : ''
  const projectId = values.project ?? sharedProject
  const project = {
    value: values.project,
    onChange: (id: string | undefined) => onChange({ project: id, task: undefined }),
  }
  const task = { value: values.task, onChange: (id: string | undefined) => onChange({ task: id }) }
  const tags = { value: values.tags, onChange: (ids: string[]) => onChange({ tags: ids }) }
  const tasks = useTaskOptions(projectId, task)
  return (
    <>
      <ComboBox label={t('entries.form.project')} placeholder={keep} {...project} {...useProjectOptions(project)} />
      <ComboBox
        label={t('entries.form.task')}
        placeholder={projectId === '' ? t('entries.form.projectFirst') : keep}
        isDisabled={projectId === ''}
        {...task}
        options={[{ id: NONE, label: t('entries.form.noTask') }, ...tasks.options]}
        onCreate={tasks.onCreate}
      />
      <TagField label={t('entries.form.tags')} placeholder={keep} {...tags} {...useTagOptions(tags)} />
      {values.tags.length > 0 && (
        <SegmentedControlField
          label={t('entries.bulk.tagsMode')}
          value={values.tagsMode}
          onChange={(tagsMode) => onChange({ tagsMode })}
          options={TAG_MODES.map((value) => ({ value, label: t(`entries.bulk.${value}`) }))}
        />
      )}
    </>
  )
}

const TAG_MODES = ['add', 'replace'] as const
