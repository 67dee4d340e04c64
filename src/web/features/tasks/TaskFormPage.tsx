import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Task, TaskChange } from '#contract/tasks.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { ProjectField } from './ProjectField.tsx'
import { taskList } from './queries.ts'

const PAGE = '/tasks'
const Values = z.required(TaskChange)
const NEW = { name: '', project: '', description: '', status: 'pending' } as const

export function NewTaskPage() {
  return <TaskForm />
}

export function EditTaskPage() {
  const { t } = useTranslation()
  const list = useQuery({ ...taskList.query, refetchOnMount: 'always' })
  return (
    <EditPage
      title={t('shell.page.task')}
      list={list}
      backTo={PAGE}
      namespace="tasks"
      notFound={t('message.taskNotFound')}
    >
      {(task) => <TaskForm key={task.id} task={task} />}
    </EditPage>
  )
}

function TaskForm({ task }: { task?: Task }) {
  const { t } = useTranslation()
  const form = useItemForm(Values, {
    resource: taskList,
    item: task,
    initial: task ?? NEW,
    backTo: PAGE,
    namespace: 'tasks',
  })

  return (
    <FormPage title={t(task ? 'shell.page.task' : 'shell.page.newTask')} form={form} backTo={PAGE}>
      <Field label={t('tasks.form.name')} autoComplete="off" autoFocus={task === undefined} {...form.field('name')} />
      <ProjectField {...form.control('project')} />
      <TextArea label={t('tasks.form.description')} {...form.field('description')} />
      <SegmentedControlField
        label={t('tasks.form.status')}
        options={STATUSES.map((status) => ({ value: status, label: t(`tasks.form.${status}`) }))}
        {...form.control('status')}
      />
    </FormPage>
  )
}

const STATUSES = ['pending', 'inProgress', 'completed'] as const
