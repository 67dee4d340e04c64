import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byName } from '#core/by-name.ts'
import { KINDS, splitList } from '#web/features/reports/search/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { Select } from '#web/ui/options/Select.tsx'
import * as classes from '#web/ui/theme/classes.ts'

/** Browsers refuse an address that changes with every letter, and the server is asked no oftener. */
const SEARCH_DEBOUNCE_MS = 300
const ANY = 'any'

/** What is narrowed by less often. */
export function MoreFilters({ search }: { search: ReportSearchState }) {
  return (
    <>
      <Words search={search} />
      <Kinds search={search} />
      <Preset search={search} />
    </>
  )
}

function Words({ search: { saved, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(saved.search ?? '')
  const { later } = useDebouncedCallback((search: string) => set({ search }), SEARCH_DEBOUNCE_MS)
  const handleChange = (text: string) => {
    setTyped(text)
    later(text)
  }
  return (
    <Field
      label={t('reports.filter.search')}
      maxLength={200}
      autoComplete="off"
      value={typed}
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}

/** All three are as good as none. */
function Kinds({ search: { saved, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const chosen = splitList(saved.kinds)
  const toggle = (kind: string, isChosen: boolean) => {
    const kinds = KINDS.filter((one) => (one === kind ? isChosen : chosen.includes(one)))
    set({ kinds: kinds.length === 0 || kinds.length === KINDS.length ? undefined : kinds.join(',') })
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className={`${classes.label} mb-1.5`}>{t('reports.filter.kinds')}</legend>
      {KINDS.map((kind) => (
        <Checkbox key={kind} isSelected={chosen.includes(kind)} onChange={(isChosen) => toggle(kind, isChosen)}>
          {t(`reports.filter.${kind}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Preset({ search: { saved, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { data: presets = [] } = useQuery(presetList.query)
  if (presets.length === 0) return null
  const options = presets.toSorted(byName).map(({ id, name }) => ({ id, label: name }))
  return (
    <Select
      label={t('reports.filter.preset')}
      help={t('reports.filter.presetHelp')}
      options={[{ id: ANY, label: t('reports.filter.anyPreset') }, ...options]}
      value={saved.preset ?? ANY}
      onChange={(id) => set({ preset: id === ANY ? undefined : id })}
    />
  )
}
