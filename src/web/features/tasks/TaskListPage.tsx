import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#web/api/call.ts'
import { activityQuery } from '#web/features/activity/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DeleteDialog } from '#web/resources/list/DeleteDialog.tsx'
import { type ListEntry, toSearchText } from '#web/resources/list/list-entries.ts'
import { ListPage } from '#web/resources/list/ListPage.tsx'
import { ActivityHeadings } from '#web/resources/list/ListRow.tsx'
import { RemainingEntriesNote } from '#web/resources/list/RemainingEntriesNote.tsx'
import { taskList } from './queries.ts'
import { TaskRow } from './TaskRow.tsx'
import { TASK_STATUSES } from './TaskStatusControl.tsx'

export function TaskListPage() {
  const { t } = useTranslation()
  const { entries, activity, loading } = useTaskEntries()
  const remove = taskList.useRemove({ showsError: true })
  const [deleting, setDeleting] = useState<Task>()
  const renderRow = useCallback(
    ({ item }: ListEntry<Task>) => (
      <TaskRow
        task={item}
        activity={activity?.get(item.id)}
        isActivityKnown={activity !== undefined}
        onDelete={setDeleting}
      />
    ),
    [activity],
  )

  return (
    <>
      <ListPage
        resource="tasks"
        entries={entries}
        loading={loading}
        statuses={[
          { value: 'all', label: t('tasks.list.all') },
          ...TASK_STATUSES.map((value) => ({ value, label: t(`tasks.list.${value}`) })),
        ]}
        headings={<ActivityHeadings />}
        renderRow={renderRow}
        onDelete={setDeleting}
        rowHeight="[--row:4.25rem] @3xl:[--row:3.125rem]"
      />
      <DeleteDialog
        resource="tasks"
        item={deleting}
        onClose={() => setDeleting(undefined)}
        Consequences={DeleteConsequences}
        remove={remove.mutateAsync}
      />
    </>
  )
}

/** The list groups tasks by project, so it needs both. */
function useTaskEntries() {
  const { t } = useTranslation()
  const tasks = useQuery(taskList.query)
  const projects = useQuery(projectList.query)
  const { data: activity } = useQuery(activityQuery('task'))

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
        monthMs: activity?.get(task.id)?.month ?? 0,
        status: task.status,
        heading: headings.get(task.project),
        searchText: toSearchText(task.name, headings.get(task.project)?.name),
      })),
    [tasks.data, headings, activity],
  )
  const loading = {
    error: tasks.error ?? projects.error,
    isFetching: tasks.isFetching || projects.isFetching,
    refetch: () => Promise.all([tasks.refetch(), projects.refetch()]),
  }
  return { entries, activity, loading }
}

function DeleteConsequences({ item: { id } }: { item: Task }) {
  return <RemainingEntriesNote resource="tasks" id={id} read={() => call(tasks.contents, { params: { id } })} />
}
