import { useQuery } from '@tanstack/react-query'
import { type Project, PROJECT_DEFAULTS, ProjectFields } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { ClientField } from './ClientField.tsx'
import { ProjectTimerPreview } from './ProjectTimerPreview.tsx'
import { projectList } from './queries.ts'

const PAGE = '/projects'
const NEW = { name: '', ...PROJECT_DEFAULTS }

export function NewProjectPage() {
  return <ProjectForm />
}

export function EditProjectPage() {
  const { t } = useTranslation()
  const list = useQuery({ ...projectList.query, refetchOnMount: 'always' })
  return (
    <EditPage
      title={t('shell.page.project')}
      list={list}
      backTo={PAGE}
      namespace="projects"
      notFound={t('message.projectNotFound')}
    >
      {(project) => <ProjectForm key={project.id} project={project} />}
    </EditPage>
  )
}

function ProjectForm({ project }: { project?: Project }) {
  const { t } = useTranslation()
  const form = useItemForm(ProjectFields, {
    resource: projectList,
    item: project,
    initial: project ?? NEW,
    backTo: PAGE,
    namespace: 'projects',
  })
  const { name, color } = form.values

  return (
    <FormPage title={t(project ? 'shell.page.project' : 'shell.page.newProject')} form={form} backTo={PAGE}>
      <ProjectTimerPreview name={name} color={color} />
      <Field
        label={t('projects.form.name')}
        autoComplete="off"
        autoFocus={project === undefined}
        {...form.field('name')}
      />
      <ColorField label={t('projects.form.color')} {...form.control('color')} />
      <ClientField {...form.control('client')} />
      <TextArea label={t('projects.form.description')} {...form.field('description')} />
      {project !== undefined && (
        <SegmentedControlField
          label={t('projects.form.status')}
          help={t('projects.form.statusHelp')}
          options={STATUSES.map((status) => ({ value: status, label: t(`projects.form.${status}`) }))}
          {...form.control('status')}
        />
      )}
    </FormPage>
  )
}

const STATUSES = ['active', 'archived'] as const
