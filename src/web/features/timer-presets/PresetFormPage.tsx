import * as z from 'zod/mini'
import { type TimerPreset, TimerPresetChange } from '#contract/timer-presets.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { RangeField } from '#web/ui/fields/RangeField.tsx'
import { CyclePreview } from './CyclePreview.tsx'
import { presetList } from './queries.ts'

const Values = z.required(TimerPresetChange)
const NEW = { name: '', workDuration: 25, breakDuration: 5, repetitions: 1 }

/** Limits of the API, and the end of the slider. */
const WORK = { min: 1, max: 180, sliderMax: 60 }
const BREAK = { min: 0, max: 60, sliderMax: 30 }
const REPETITIONS = { min: 1, max: 20, sliderMax: 10 }

export function EditPresetPage() {
  return <EditPage resource="presets" list={presetList.useFreshList()} Form={PresetForm} />
}

/** Without an item, the form of a new one. */
export function PresetForm({ item }: { item?: TimerPreset }) {
  const { t } = useTranslation()
  const { form, page } = useItemForm('presets', Values, { list: presetList, item, initial: item ?? NEW })
  const { workDuration, breakDuration, repetitions } = form.values

  return (
    <FormPage {...page}>
      <CyclePreview workMinutes={workDuration} breakMinutes={breakDuration} repetitions={repetitions} />
      <Field label={t('presets.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <RangeField
        label={t('presets.form.work')}
        help={t('presets.form.durationHelp', { minimum: WORK.min, maximum: WORK.max })}
        unit="minute"
        {...WORK}
        {...form.control('workDuration')}
      />
      <RangeField
        label={t('presets.form.break')}
        help={t('presets.form.breakHelp', { maximum: BREAK.max })}
        unit="minute"
        {...BREAK}
        {...form.control('breakDuration')}
      />
      <RangeField
        label={t('presets.form.repetitions')}
        help={t('presets.form.repetitionsHelp', { minimum: REPETITIONS.min, maximum: REPETITIONS.max })}
        {...REPETITIONS}
        {...form.control('repetitions')}
      />
    </FormPage>
  )
}
