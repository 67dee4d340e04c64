import { type FormEvent, useId, useState } from 'react'
import { administration } from '#contract/administration/administration.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useAdministration } from '#web/features/administration/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import * as classes from '#web/ui/theme/classes.ts'

/** Makes an invitation, and then shows its link, which cannot be shown again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string>()
  return link === undefined ? (
    <DraftDialog onMade={setLink} onClose={onClose} />
  ) : (
    <LinkDialog link={link} onClose={onClose} />
  )
}

function DraftDialog({ onMade, onClose }: { onMade: (link: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const [draft, setDraft] = useState({ note: '', days: 7, uses: 1 })
  const { mutate, isPending, error } = useAdministration(administration.invite, { showsError: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: draft }, { onSuccess: ({ link }) => onMade(link) })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || isPending || onClose()}
      title={t('administration.inviteTitle')}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {t('administration.makeLink')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={t('administration.note')}
          help={t('administration.noteHelp')}
          maxLength={100}
          autoComplete="off"
          autoFocus
          value={draft.note}
          onChange={({ target }) => setDraft({ ...draft, note: target.value })}
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField
            label={t('administration.days')}
            min={1}
            max={365}
            value={draft.days}
            onChange={(days) => setDraft({ ...draft, days })}
          />
          <NumberField
            label={t('administration.uses')}
            min={1}
            max={1_000}
            value={draft.uses}
            onChange={(uses) => setDraft({ ...draft, uses })}
          />
        </div>
        <p role="alert" className={`${classes.error} empty:hidden`}>
          {error !== null && errorMessage(error, t)}
        </p>
      </form>
    </Dialog>
  )
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    toast.show(t('administration.copied'))
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      title={t('administration.linkTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('administration.done')}</Button>
          {/* Browsers offer the clipboard on https and localhost only. */}
          {'clipboard' in navigator && (
            <Button variant="primary" autoFocus onClick={() => void copy()}>
              {t('administration.copy')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('administration.linkText')}</p>
        <Field
          label={t('administration.link')}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  )
}
