import * as z from 'zod/mini'
import { type TimerPreset, TimerPresetChange, TimerPresetDraft } from '#contract/timer-presets.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { FormPage } from '#web/resources/form/FormPage.tsx'
import { useItemForm } from '#web/resources/form/useItemForm.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { LongBreakField } from '#web/ui/fields/LongBreakField.tsx'
import { RangeField } from '#web/ui/fields/RangeField.tsx'
import { CyclePreview } from './CyclePreview.tsx'
import { BREAK_LIMITS, presetList, REPETITION_LIMITS, WORK_LIMITS } from './queries.ts'

const Values = z.extend(z.required(TimerPresetChange), { name: TimerPresetDraft.shape.name })
const NEW = { name: '', workDuration: 25, breakDuration: 5, repetitions: 1, longBreak: null }

export function EditPresetPage() {
  return <EditPage resource="presets" list={presetList.useFreshList()} Form={PresetForm} />
}

/** Without an item, the form of a new one. */
export function PresetForm({ item }: { item?: TimerPreset }) {
  const { t } = useTranslation()
  const saved = item && { ...item, longBreak: item.longBreak ?? null }
  const { form, page } = useItemForm('presets', Values, { list: presetList, item: saved, initial: saved ?? NEW })
  const { workDuration, breakDuration, repetitions, longBreak } = form.values

  return (
    <FormPage {...page}>
      <CyclePreview
        workMinutes={workDuration}
        breakMinutes={breakDuration}
        repetitions={repetitions}
        longBreak={longBreak}
      />
      <Field label={t('presets.form.name')} autoComplete="off" autoFocus={!item} {...form.field('name')} />
      <RangeField
        label={t('presets.form.work')}
        help={t('presets.form.durationHelp', { minimum: WORK_LIMITS.min, maximum: WORK_LIMITS.max })}
        unit="minute"
        {...WORK_LIMITS}
        {...form.control('workDuration')}
      />
      <RangeField
        label={t('presets.form.break')}
        help={t('presets.form.breakHelp', { maximum: BREAK_LIMITS.max })}
        unit="minute"
        {...BREAK_LIMITS}
        {...form.control('breakDuration')}
      />
      <RangeField
        label={t('presets.form.repetitions')}
        help={t('presets.form.repetitionsHelp', { minimum: REPETITION_LIMITS.min, maximum: REPETITION_LIMITS.max })}
        {...REPETITION_LIMITS}
        {...form.control('repetitions')}
      />
      <LongBreakField {...form.control('longBreak')} />
    </FormPage>
  )
}
