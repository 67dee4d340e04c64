import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#web/api/call.ts'
import { useActivity } from '#web/features/activity/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { RemainingEntriesNote } from '#web/resources/list/RemainingEntriesNote.tsx'
import { taskList } from './queries.ts'
import { ESTIMATE_COLUMN, TaskRow } from './TaskRow.tsx'
import { STATUS_COLUMN, TASK_STATUSES } from './TaskStatusControl.tsx'

export function TaskListPage() {
  const { t } = useTranslation()
  const { entries, loading } = useTaskEntries()
  const { mutateAsync: remove } = taskList.useRemove({ showsError: true })
  const { mutate: restore } = taskList.useRestore()
  return (
    <ListPage
      resource="tasks"
      entries={entries}
      loading={loading}
      statuses={(['all', ...TASK_STATUSES] as const).map((value) => ({ value, label: t(`tasks.list.${value}`) }))}
      columns={[
        { heading: t('list.status'), className: STATUS_COLUMN },
        { heading: t('tasks.estimate.heading'), className: ESTIMATE_COLUMN },
      ]}
      Row={TaskRow}
      rowHeight="[--row:4.25rem] @3xl:[--row:3.125rem]"
      deletion={{ remove, restore, Consequences: DeleteConsequences }}
    />
  )
}

/** The list groups tasks by project, so it needs both. */
function useTaskEntries() {
  const { t } = useTranslation()
  const tasks = useQuery(taskList.query)
  const projects = useQuery(projectList.query)
  const activityOf = useActivity('task')

  const headings = useMemo(
    () =>
      projects.data &&
      new Map(
        projects.data.map(({ id, name, color, status }) => {
          const note = status === 'archived' ? t('tasks.list.archivedProject') : undefined
          return [id, { id, name, color, note }]
        }),
      ),
    [projects.data, t],
  )
  const entries = useMemo(
    () =>
      headings &&
      tasks.data?.map((task) => ({
        item: task,
        activity: activityOf(task.id),
        status: task.status,
        heading: headings.get(task.project),
        searchText: toSearchText(task.name, headings.get(task.project)?.name),
      })),
    [tasks.data, headings, activityOf],
  )
  const loading = {
    error: tasks.error ?? projects.error,
    isFetching: tasks.isFetching || projects.isFetching,
    refetch: () => Promise.all([tasks.refetch(), projects.refetch()]),
  }
  return { entries, loading }
}

function DeleteConsequences({ item: { id } }: { item: Task }) {
  return <RemainingEntriesNote resource="tasks" id={id} read={() => call(tasks.contents, { params: { id } })} />
}
