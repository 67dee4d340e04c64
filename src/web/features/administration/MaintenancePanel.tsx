import { type FormEvent, useId, useState } from 'react'
import { administration } from '#contract/administration/administration.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { maintenanceStore } from '#web/api/maintenance.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { useAdministration } from './queries.ts'

export function MaintenancePanel() {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const maintenance = maintenanceStore.useValue()
  const [isStarting, setIsStarting] = useState(false)
  const end = useAdministration(administration.endMaintenance)
  const handleEnd = () =>
    end.mutate(
      {},
      {
        onSuccess: () => {
          maintenanceStore.set(null)
          toast.show(t('administration.ended'))
        },
      },
    )
  const time = maintenance === null ? '' : formatRelative(Date.parse(maintenance.startedAt), now, toLocale(language))
  return (
    <Panel title={t('administration.maintenance')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 pt-1 pb-4">
        <p className="min-w-0 flex-1 basis-60 text-secondary text-pretty text-ink-2">
          {maintenance === null ? t('administration.maintenanceOff') : t('administration.maintenanceOn', { time })}
        </p>
        {maintenance === null ? (
          <Button onClick={() => setIsStarting(true)}>{t('administration.start')}</Button>
        ) : (
          <Button variant="primary" busy={end.isPending} onClick={handleEnd}>
            {t('administration.end')}
          </Button>
        )}
      </div>
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </Panel>
  )
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const [message, setMessage] = useState('')
  const { mutate, isPending, error } = useAdministration(administration.startMaintenance, { showsError: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = (started: Parameters<typeof maintenanceStore.set>[0]) => {
      maintenanceStore.set(started)
      onClose()
    }
    mutate({ body: { message } }, { onSuccess })
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={(isOpen) => isOpen || isPending || onClose()}
      title={t('administration.startTitle')}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t('administration.startAction')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p>{t('administration.startText')}</p>
        <Field
          label={t('administration.message')}
          help={t('administration.messageHelp')}
          maxLength={200}
          autoComplete="off"
          autoFocus
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {error !== null && errorMessage(error, t)}
        </p>
      </form>
    </Dialog>
  )
}
