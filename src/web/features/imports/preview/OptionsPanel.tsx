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
  choices: ImportOptions
  onChange: (choices: ImportOptions) => void
}

/** What the file leaves open. Only what concerns it is asked. */
export function OptionsPanel({ preview, choices, onChange }: OptionsPanelProps) {
  const { t } = useTranslation()
  const { people, counts, problems } = preview
  const hasLong =
    choices.keepsLongEntries ||
    problems.first.some(({ kind }) => kind === 'too-long') ||
    problems.first.length < problems.count
  return (
    <Panel title={t('imports.options.title')}>
      <div className="grid gap-4 px-5 pb-5">
        <LazyComboBox
          label={t('imports.options.zone')}
          help={t('imports.options.zoneHelp')}
          options={timeZoneOptions(choices.zone)}
          value={choices.zone}
          onChange={(zone) => zone !== undefined && onChange({ ...choices, zone })}
        />
        {people.length > 1 && <PersonField people={people} choices={choices} onChange={onChange} />}
        {counts.withoutProject > 0 && <ProjectField preview={preview} choices={choices} onChange={onChange} />}
        {hasLong && (
          <Switch
            isSelected={choices.keepsLongEntries}
            onChange={(keepsLong) => onChange({ ...choices, keepsLongEntries: keepsLong })}
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

function PersonField({ people, choices: { person: chosen, ...others }, onChange }: PersonFieldProps) {
  const { t } = useTranslation()
  const place = people.findIndex(({ person }) => person === chosen)
  return (
    <Select
      label={t('imports.options.person')}
      help={t('imports.options.personHelp')}
      value={place < 0 ? EVERYBODY : String(place)}
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

/** By its name: one that is not there is made with the entries. */
function ProjectField({ preview: { counts, projectForOthers }, choices, onChange }: OptionsPanelProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(projectList.query)
  const choose = (project: string) => onChange({ ...choices, project })
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
