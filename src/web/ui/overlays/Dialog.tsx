import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

interface DialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** A sentence, or the fields of a form. */
  children: ReactNode
  /** Buttons, the primary one last. */
  actions: ReactNode
  /** An `alertdialog` must be answered: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** For two columns. */
  isWide?: boolean
}

/** 440 px wide in the middle of a screen, a sheet at the bottom of a phone. */
export function Dialog({ isOpen, onOpenChange, title, children, actions, role = 'dialog', isWide }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={role === 'dialog'}
      className="fixed inset-0 z-40 grid place-items-end bg-scrim transition-opacity duration-200 data-entering:opacity-0 data-exiting:opacity-0 data-exiting:duration-150 sm:place-items-center sm:p-5"
    >
      <Modal className={`group/modal w-full ${isWide ? 'sm:max-w-190' : 'sm:max-w-110'}`}>
        <AriaDialog
          role={role}
          className="grid max-h-[85dvh] gap-5 overflow-y-auto rounded-t-stage bg-raised p-6 pb-0 shadow-pop transition-transform duration-200 outline-none group-data-entering/modal:translate-y-6 group-data-exiting/modal:translate-y-6 group-data-exiting/modal:duration-150 sm:rounded-stage sm:group-data-entering/modal:translate-y-2 sm:group-data-exiting/modal:translate-y-2"
        >
          <div className="grid gap-2">
            <Heading slot="title" className="text-subtitle">
              {title}
            </Heading>
            <div className="text-body text-ink-2">{children}</div>
          </div>
          <div className={ACTIONS}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Stays in view while the content scrolls below it. */
const ACTIONS =
  'sticky bottom-0 z-1 -mx-6 -mt-2 flex flex-col-reverse justify-end gap-2.5 bg-raised px-6 pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))] sm:flex-row'
