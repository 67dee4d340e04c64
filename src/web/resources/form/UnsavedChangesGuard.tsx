import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LazyConfirmDialog } from '#web/ui/overlays/LazyConfirmDialog.tsx'

/** Asks before a page is left with something typed and not saved: `<DirtyGuard form={form} />`. */
export function UnsavedChangesGuard({ form }: { form: { isDirty: boolean; isBusy: boolean } }) {
  const { t } = useTranslation()
  // What is being saved may lead to another page.
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
