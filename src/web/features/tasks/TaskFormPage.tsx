import * as z from 'zod/mini'
import { type Task, TaskChange } from '#contract/tasks.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { EstimateField } from './EstimateField.tsx'
import { ProjectField } from './ProjectField.tsx'
import { taskList } from './queries.ts'
import { TASK_STATUSES } from './TaskStatusControl.tsx'

const Values = z.required(z.omit(TaskChange, { planned: true }))
const NEW = { name: '', project: '', description: '', status: 'pending', estimate: null } as const

export function EditTaskPage() {
  return <EditPage resource="tasks" list={taskList.useFreshList()} Form={TaskForm} />
}

/** Without an item, the form of a new one. */
export function TaskForm({ item }: { item?: Task }) {
  const { t } = useTranslation()
  const { form, page } = useItemForm('tasks', Values, { list: taskList, item, initial: item ?? NEW })

  return (
    <FormPage {...page}>
      <Field label={t('tasks.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <ProjectField {...form.control('project')} />
      <TextArea label={t('tasks.form.description')} {...form.field('description')} />
      <SegmentedControlField
        label={t('tasks.form.status')}
        options={TASK_STATUSES.map((status) => ({ value: status, label: t(`tasks.form.${status}`) }))}
        {...form.control('status')}
      />
      <EstimateField {...form.control('estimate')} />
    </FormPage>
  )
}
