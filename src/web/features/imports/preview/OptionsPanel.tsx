import { useQuery } from '@tanstack/react-query'
import type { Encoding, ImportPreview } from '#contract/files/imports.ts'
import { ENCODINGS } from '#core/import/import-model.ts'
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
  const { encoding, counts, problems } = preview
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
        {encoding !== null && (
          <EncodingField encoding={encoding} onChange={(encoding) => onChange({ ...options, encoding })} />
        )}
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

/** As their makers call them; every browser's list of encodings does so too. */
const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1254': 'Windows-1254',
  shift_jis: 'Shift JIS',
  macintosh: 'Mac OS Roman',
}

function EncodingField({ encoding, onChange }: { encoding: Encoding; onChange: (encoding: Encoding) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('imports.encoding.label')}
      help={t('imports.encoding.help')}
      value={encoding}
      options={ENCODINGS.map((id) => ({ id, label: ENCODING_NAMES[id], hint: t(`imports.encoding.region.${id}`) }))}
      onChange={(id) => onChange(id as Encoding)}
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
