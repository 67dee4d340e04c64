import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { projectList, useProjectOptions } from '#web/features/projects/queries.ts'
import { useTagOptions } from '#web/features/tags/queries.ts'
import { useTaskOptions } from '#web/features/tasks/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'
import { LazyTagField } from '#web/ui/options/LazyTagField.tsx'
import type { EntryForm } from './useEntryForm.ts'

interface ChoiceProps {
  form: EntryForm
  autoFocus?: boolean
}

/** No clients stand for all of them. */
export const isOfClients = ({ client }: Project, clients: readonly string[]) =>
  clients.length === 0 || (client !== null && clients.includes(client))

interface ProjectChoiceProps extends ChoiceProps {
  clients?: readonly string[]
}

/** Offers active projects, or only those of some clients. Changing the project clears the task. */
export function ProjectChoice({ form, clients = [], autoFocus = false }: ProjectChoiceProps) {
  const { t } = useTranslation()
  const { value, onChange, ...field } = form.control('project')
  const task = form.control('task')
  const { data: projects = [] } = useQuery(projectList.query)
  const select = (id: string | undefined) => {
    onChange(id ?? '')
    task.onChange(null)
  }
  const { options, onCreate } = useProjectOptions({ value: value || undefined, onChange: select })
  const offered = new Set(projects.filter((project) => isOfClients(project, clients)).map(({ id }) => id))
  return (
    <LazyComboBox
      {...field}
      autoFocus={autoFocus}
      label={t('entries.form.project')}
      value={value || undefined}
      onChange={select}
      options={options.filter(({ id }) => id === value || offered.has(id))}
      onCreate={onCreate}
    />
  )
}

export function TaskChoice({ form, autoFocus = false }: ChoiceProps) {
  const { t } = useTranslation()
  const { value, onChange, ...field } = form.control('task')
  const choice = { value: value || undefined, onChange: (id: string | undefined) => onChange(id ?? null) }
  const { options, onCreate } = useTaskOptions(form.values.project, choice)
  const hasProject = form.values.project !== ''
  return (
    <LazyComboBox
      {...field}
      autoFocus={autoFocus}
      label={t('entries.form.task')}
      placeholder={t(hasProject ? 'entries.form.noTask' : 'entries.form.projectFirst')}
      isDisabled={!hasProject}
      {...choice}
      options={options}
      onCreate={onCreate}
    />
  )
}

export function TagChoice({ form, autoFocus = false }: ChoiceProps) {
  const { t } = useTranslation()
  const { value, onChange, error } = form.control('tags')
  return (
    <div data-field="tags" className="contents">
      <LazyTagField
        label={t('entries.form.tags')}
        placeholder={t('entries.form.noTags')}
        autoFocus={autoFocus}
        error={error}
        value={value}
        onChange={onChange}
        {...useTagOptions({ value, onChange })}
      />
    </div>
  )
}
