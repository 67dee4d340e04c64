import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

/** Asks before a page with unsaved changes is left: `<UnsavedChangesGuard form={form} />`. */
export function UnsavedChangesGuard({ form }: { form: { isDirty: boolean; isBusy: boolean } }) {
  const { t } = useTranslation()
  // A form that is being saved may navigate away.
  const isUnsaved = form.isDirty && !form.isBusy
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
    withResolver: true,
  })

  return (
    <LazyConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title={t('ui.discardTitle')}
      confirmLabel={t('ui.discard')}
      onConfirm={() => blocker.proceed?.()}
    >
      {t('ui.discardText')}
    </LazyConfirmDialog>
  )
}
