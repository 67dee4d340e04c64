import { useQuery } from '@tanstack/react-query'
import type { ImportPreview } from '#contract/imports.ts'
import { byName } from '#core/text/by-name.ts'
import type { ImportOptions } from '#web/features/imports/import-options.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { LazyComboBox } from '#web/ui/options/LazyComboBox.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { timeZoneOptions } from './time-zone-options.ts'

interface OptionsPanelProps {
  preview: ImportPreview
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

/** Options that the file does not determine. Only those that matter for this file are shown. */
export function OptionsPanel({ preview, options, onChange }: OptionsPanelProps) {
  const { t } = useTranslation()
  const { people, counts, problems } = preview
  const hasLongEntries =
    options.keepsLongEntries ||
    problems.first.some(({ kind }) => kind === 'too-long') ||
    problems.first.length < problems.count
  return (
    <Panel title={t('imports.options.title')}>
      <div className="grid gap-4 px-5 pb-5">
        <LazyComboBox
          label={t('imports.options.zone')}
          help={t('imports.options.zoneHelp')}
          options={timeZoneOptions(options.zone)}
          value={options.zone}
          onChange={(zone) => zone !== undefined && onChange({ ...options, zone })}
        />
        {people.length > 1 && <PersonField people={people} options={options} onChange={onChange} />}
        {counts.withoutProject > 0 && <ProjectField preview={preview} options={options} onChange={onChange} />}
        {hasLongEntries && (
          <Switch
            isSelected={options.keepsLongEntries}
            onChange={(keepsLongEntries) => onChange({ ...options, keepsLongEntries })}
            help={t('imports.options.longHelp')}
          >
            {t('imports.options.long')}
          </Switch>
        )}
      </div>
    </Panel>
  )
}

const EVERYBODY = 'everybody'

interface PersonFieldProps extends Omit<OptionsPanelProps, 'preview'> {
  people: ImportPreview['people']
}

function PersonField({ people, options: { person: chosen, ...others }, onChange }: PersonFieldProps) {
  const { t } = useTranslation()
  const index = people.findIndex(({ person }) => person === chosen)
  return (
    <Select
      label={t('imports.options.person')}
      help={t('imports.options.personHelp')}
      value={index < 0 ? EVERYBODY : String(index)}
      options={[
        { id: EVERYBODY, label: t('imports.options.everybody') },
        ...people.map(({ person, rows }, index) => ({
          id: String(index),
          label: person,
          hint: t('imports.preview.rows', { count: rows }),
        })),
      ]}
      onChange={(id) => {
        const person = people[Number(id)]?.person
        onChange(person === undefined ? others : { ...others, person })
      }}
    />
  )
}

/** Selects by name: the import creates a project that does not exist yet. */
function ProjectField({ preview: { counts, projectForOthers }, options, onChange }: OptionsPanelProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const choose = (project: string) => onChange({ ...options, project })
  const known = projects.toSorted(byName).map(({ name, color }) => ({ id: name, label: name, color }))
  const isKnown = projects.some(({ name }) => name === projectForOthers)
  return (
    <LazyComboBox
      label={t('imports.options.project', { count: counts.withoutProject })}
      options={isKnown ? known : [{ id: projectForOthers, label: projectForOthers }, ...known]}
      value={projectForOthers}
      onChange={(name) => name !== undefined && choose(name)}
      onCreate={choose}
    />
  )
}
