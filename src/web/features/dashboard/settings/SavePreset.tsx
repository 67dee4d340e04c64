import { newId } from '#web/api/new-id.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useContractForm } from '#web/resources/form/useContractForm.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import type { Settings } from './settings-sync.ts'

const loadSchema = async () => (await import('./preset-name.ts')).PresetName

interface SavePresetProps {
  settings: Settings
  onSaved: (id: string) => void
}

/** Saves the timer's settings as a preset. A toast confirms it and offers Undo. */
export function SavePreset({ settings, onSaved }: SavePresetProps) {
  const { t } = useTranslation()
  const create = presetList.useCreate()
  const remove = presetList.useRemove()
  const form = useContractForm(loadSchema, {
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      const id = newId()
      await create.mutateAsync({ id, name, ...settings })
      onSaved(id)
      toast.show(t('dashboard.presetSaved', { name }), {
        undo: () => remove.mutate(id),
      })
    },
    fallback: 'presets.failed.create',
  })
  const { error, ...name } = form.field('name')
  return (
    <form noValidate onSubmit={form.submit} className="grid grid-cols-[1fr_auto] items-end gap-2">
      <Field
        label={t('dashboard.savePreset')}
        placeholder={t('presets.form.name')}
        autoComplete="off"
        error={error ?? form.error}
        {...name}
      />
      <Button type="submit" busy={form.isBusy}>
        {t('ui.save')}
      </Button>
    </form>
  )
}
