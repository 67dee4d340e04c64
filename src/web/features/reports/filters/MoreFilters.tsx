import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byName } from '#core/text/by-name.ts'
import { KINDS, splitList } from '#core/report/report-search.ts'
import type { ReportSearchState } from '#web/features/reports/search/useReportSearch.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { Select } from '#web/ui/options/Select.tsx'
import * as classes from '#web/ui/theme/classes.ts'

/** Browsers limit how often the URL may change, and each change is a request to the server. */
const SEARCH_DEBOUNCE_MS = 300
const ANY = 'any'

/** The filters that are used less often. */
export function MoreFilters({ search }: { search: ReportSearchState }) {
  return (
    <>
      <TextSearchField search={search} />
      <KindCheckboxes search={search} />
      <PresetSelect search={search} />
    </>
  )
}

function TextSearchField({ search: { params, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(params.search ?? '')
  const { schedule } = useDebouncedCallback((search: string) => set({ search }), SEARCH_DEBOUNCE_MS)
  const handleChange = (text: string) => {
    setTyped(text)
    schedule(text)
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

/** Selecting all kinds is the same as selecting none: no filter. */
function KindCheckboxes({ search: { params, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const chosen = splitList(params.kinds)
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

function PresetSelect({ search: { params, set } }: { search: ReportSearchState }) {
  const { t } = useTranslation()
  const { data: presets = [] } = useQuery(presetList.query)
  if (presets.length === 0) return null
  const options = presets.toSorted(byName).map(({ id, name }) => ({ id, label: name }))
  return (
    <Select
      label={t('reports.filter.preset')}
      help={t('reports.filter.presetHelp')}
      options={[{ id: ANY, label: t('reports.filter.anyPreset') }, ...options]}
      value={params.preset ?? ANY}
      onChange={(id) => set({ preset: id === ANY ? undefined : id })}
    />
  )
}
