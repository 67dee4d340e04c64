import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  children: ReactNode
  confirmLabel: string
  /** The dialog stays open and busy until the promise settles, and shows the error if it rejects. */
  onConfirm: () => Promise<unknown> | void
  describeError?: (error: unknown) => string
  tone?: 'danger' | 'primary'
  /** A less drastic action than the confirmed one. It closes the dialog. */
  alternative?: { label: string; onPress: () => void } | undefined
}

/** Enter answers what does no harm: it cancels if the confirmed action is dangerous. */
export function ConfirmDialog({ onConfirm, describeError, tone = 'danger', ...props }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const { alternative } = props
  const [state, setState] = useState<{ status: 'asking' | 'busy' } | { status: 'failed'; message: string }>(ASKING)
  const isBusy = state.status === 'busy'

  const handleOpenChange = (isOpen: boolean) => {
    if (isBusy) return
    setState(ASKING)
    props.onOpenChange(isOpen)
  }

  const confirm = async () => {
    setState({ status: 'busy' })
    try {
      await onConfirm()
      setState(ASKING)
      props.onOpenChange(false)
    } catch (error) {
      setState({ status: 'failed', message: describeError?.(error) ?? t('ui.failed') })
    }
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen={props.isOpen}
      onOpenChange={handleOpenChange}
      title={props.title}
      actions={
        <>
          {alternative !== undefined && (
            <Button
              variant="ghost"
              className="sm:mr-auto"
              disabled={isBusy}
              onClick={() => {
                alternative.onPress()
                handleOpenChange(false)
              }}
            >
              {alternative.label}
            </Button>
          )}
          <Button autoFocus={tone === 'danger'} disabled={isBusy} onClick={() => handleOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button autoFocus={tone === 'primary'} variant={tone} busy={isBusy} onClick={() => void confirm()}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      <p role="alert" className={`${classes.error} empty:hidden mt-3`}>
        {state.status === 'failed' && state.message}
      </p>
    </Dialog>
  )
}

const ASKING = { status: 'asking' } as const
