import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/i18n/i18n.ts'
import { type Toast, toastQueue } from './toast.ts'

const TOAST_DURATION_MS = 6_000

/** Rendered once per page. Toasts stay while the pointer or the focus is on them. */
export function Toaster() {
  const { t } = useTranslation()
  const toasts = toastQueue.useToasts()
  const { isPaused, ...handlers } = usePauseOnHoverOrFocus()

  // React Aria hides all elements outside of an open dialog, except those marked as top layer.
  return createPortal(
    <section
      data-react-aria-top-layer=""
      aria-label={t('ui.notifications')}
      {...handlers}
      // Above the timer; on a phone above the tab bar, above the buttons of a form page, and away from those of a dialog.
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mb-(--timer-bar) grid justify-items-center max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] sm:left-auto sm:justify-items-end max-md:[body:has([data-form-actions])_&]:bottom-[calc(8.5rem+env(safe-area-inset-bottom))] max-md:[body:has([role$=dialog])_&]:top-[calc(0.5rem+env(safe-area-inset-top))] max-md:[body:has([role$=dialog])_&]:bottom-auto"
    >
      <div role="status" className="grid w-full justify-items-stretch gap-2 max-sm:*:not-last:hidden sm:w-auto">
        {toasts.map((item) => (
          <ToastItem key={item.id} toast={item} isPaused={isPaused} />
        ))}
      </div>
    </section>,
    document.body,
  )
}

function usePauseOnHoverOrFocus() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    isPaused: isHovered || isFocused,
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
  }
}

function ToastItem({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  const { t } = useTranslation()
  const { id, undo } = toast
  const action = undo === undefined ? toast.action : { label: t('ui.undo'), onPress: undo }

  useEffect(() => {
    if (isPaused) return
    const timeout = setTimeout(() => toastQueue.remove(id), TOAST_DURATION_MS)
    return () => clearTimeout(timeout)
  }, [id, isPaused])

  return (
    <div className="pointer-events-auto flex min-h-12 items-center gap-2 rounded-panel bg-ink py-1.5 pr-1.5 pl-4 text-secondary text-canvas shadow-pop transition-[opacity,translate] duration-200 sm:min-w-80 starting:translate-y-2 starting:opacity-0">
      <span aria-hidden="true" className={clsx('size-2 flex-none rounded-full', DOT[toast.tone])} />
      <span className="flex-1 py-1 font-medium">{toast.message}</span>
      {action !== undefined && (
        <ToastButton
          onClick={() => {
            action.onPress()
            toastQueue.remove(id)
          }}
        >
          {action.label}
        </ToastButton>
      )}
      <ToastButton aria-label={t('ui.close')} onClick={() => toastQueue.remove(id)}>
        <X size={16} aria-hidden="true" />
      </ToastButton>
    </div>
  )
}

const DOT = { neutral: 'hidden', success: 'bg-success', danger: 'bg-danger' }

function ToastButton(props: React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="flex h-9 min-w-9 flex-none cursor-pointer items-center justify-center rounded-control px-2.5 font-strong hover:bg-canvas/15 focus-visible:outline-canvas on-touch:h-11"
    />
  )
}
