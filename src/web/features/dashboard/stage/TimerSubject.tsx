import { ChevronDown, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { openFromMainAction } from '#web/features/dashboard/controls/main-action.tsx'
import { useSelectedProject } from '#web/features/dashboard/state/useSelectedProject.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { TaskDoneButton } from './TaskDoneButton.tsx'
import { NoteField } from './NoteField.tsx'

export const loadPickers = () => import('./subject-pickers.tsx')
const ProjectPicker = lazyComponent(() => loadPickers().then((module) => ({ default: module.ProjectPicker })))
const TaskPicker = lazyComponent(() => loadPickers().then((module) => ({ default: module.TaskPicker })))
const TagPicker = lazyComponent(() => loadPickers().then((module) => ({ default: module.TagPicker })))

type PanelButton = ReturnType<typeof useLazyPanel>

/** Project, task, tags and note of the timer. */
export function TimerSubject({ projectPanel }: { projectPanel: PanelButton }) {
  const { t } = useTranslation()
  return (
    <div className="grid in-data-[stage=break]:text-ink">
      <div className="grid min-w-0 gap-1 pb-3.5">
        <span className="text-caption text-on-stage-2 max-sm:sr-only">{t('dashboard.workingOn')}</span>
        <ProjectHeadline {...projectPanel} />
      </div>
      <TaskRow />
      <TagRow />
      <NoteRow />
    </div>
  )
}

export function ProjectHeadline({ wasOpened, trigger, panel }: PanelButton) {
  const { t } = useTranslation()
  const { project } = useSelectedProject()
  return (
    <div className="-mx-2 grid min-w-0 justify-items-start">
      <button
        {...trigger}
        aria-label={project ? t('dashboard.projectIs', { name: project.name }) : t('dashboard.chooseProject')}
        className="flex max-w-full min-w-0 cursor-pointer items-center gap-3 rounded-control px-2 py-1 text-left transition-colors hover:bg-stage-2 aria-expanded:bg-stage-2"
      >
        {project !== undefined && (
          <span
            style={{ backgroundColor: project.color }}
            className="size-5 flex-none rounded-[6px] border-2 border-on-stage/80 in-data-[stage=break]:border-0 in-data-[stage=idle]:border-0"
          />
        )}
        <span className="line-clamp-2 min-w-0 wrap-anywhere text-headline @max-md:text-title">
          {project?.name ?? t('dashboard.chooseProject')}
        </span>
        <ChevronDown size={20} strokeWidth={1.75} aria-hidden="true" className="flex-none text-on-stage-2" />
      </button>
      {wasOpened && (
        <Suspense>
          <ProjectPicker {...panel} />
        </Suspense>
      )}
    </div>
  )
}

function TaskRow() {
  const { t } = useTranslation()
  const { data: tasks } = useQuery(taskList.query)
  const { project } = useSelectedProject()
  const taskId = useTimer(({ selection }) => selection.taskId)
  const taskPanel = useLazyPanel(loadPickers)
  const { wasOpened, trigger, panel } = taskPanel
  useShortcuts(project === undefined ? {} : { w: openFromMainAction(taskPanel) })
  const task = tasks?.find(({ id }) => id === taskId)
  const taskName = task?.name ?? t('dashboard.noTask')

  return (
    <SubjectRow label={t('dashboard.task')}>
      <div className="flex min-w-0 items-center gap-3">
        <RowButton
          {...trigger}
          disabled={project === undefined}
          aria-label={t('dashboard.taskIs', { name: taskName })}
          data-empty={task === undefined || undefined}
        >
          <span className="min-w-0 flex-1 truncate">{taskName}</span>
          <ChevronDown size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-on-stage-2" />
        </RowButton>
        <TaskDoneButton />
      </div>
      {wasOpened && project !== undefined && (
        <Suspense>
          <TaskPicker projectId={project.id} {...panel} />
        </Suspense>
      )}
    </SubjectRow>
  )
}

function TagRow() {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery(tagList.query)
  const tagIds = useTimer(({ selection }) => selection.tags)
  const tagPanel = useLazyPanel(loadPickers)
  const { wasOpened, trigger, panel } = tagPanel
  useShortcuts({ a: openFromMainAction(tagPanel) })
  const names = tagIds.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? [])

  return (
    <SubjectRow label={t('dashboard.tags')}>
      <div className="flex min-w-0 flex-wrap items-center gap-1.75 py-2.5">
        {names.map((name) => (
          <span
            key={name}
            className="max-w-44 truncate rounded-[7px] bg-stage-2 px-2.25 py-0.75 text-caption font-strong in-data-[stage=break]:text-on-stage"
          >
            {name}
          </span>
        ))}
        <button
          {...trigger}
          aria-label={names.length > 0 ? t('dashboard.tagsAre', { names: names.join(', ') }) : t('dashboard.addTag')}
          className="relative inline-flex h-6.25 flex-none cursor-pointer items-center gap-1.25 rounded-[7px] px-2 text-caption font-medium text-on-stage-2 inset-ring inset-ring-stage-line transition-colors after:absolute after:-inset-1.5 hover:bg-stage-2 hover:text-on-stage aria-expanded:bg-stage-2 on-touch:after:-inset-2.5"
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('dashboard.tag')}
        </button>
      </div>
      {wasOpened && (
        <Suspense>
          <TagPicker {...panel} />
        </Suspense>
      )}
    </SubjectRow>
  )
}

function NoteRow() {
  const { t } = useTranslation()
  return (
    <SubjectRow label={t('dashboard.note')}>
      <NoteField />
    </SubjectRow>
  )
}

/** The label is hidden from screen readers, because the control has its own name. */
function SubjectRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-11.5 grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3 border-t border-stage-line">
      <span aria-hidden="true" className="self-start pt-3.5 text-caption text-on-stage-2">
        {label}
      </span>
      {children}
    </div>
  )
}

const RowButton = (button: ComponentProps<'button'>) => (
  <button
    {...button}
    className="-mx-2 flex h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-small px-2 text-left font-strong transition-colors hover:bg-stage-2 disabled:cursor-not-allowed aria-expanded:bg-stage-2 data-empty:font-normal data-empty:text-on-stage-2 on-touch:h-11"
  />
)
