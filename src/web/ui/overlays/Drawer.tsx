import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import styles from './Drawer.module.css'

interface DrawerProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  label: string
  children: ReactNode
}

/** Slides in from the left. Escape or a click outside closes it. */
export function Drawer({ isOpen, onOpenChange, label, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-entering:opacity-0 data-exiting:opacity-0 data-exiting:duration-150"
    >
      <Modal className={styles['drawer']!}>
        <Dialog aria-label={label} className="h-full overflow-y-auto outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
