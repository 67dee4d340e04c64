import { useAreSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'

/** A key of the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[5px] border border-current/30 px-1.25 py-0.75 font-sans text-minimum leading-none font-medium">
      {children}
    </kbd>
  )
}

/** The shortcut of the surrounding button. Hidden on narrow screens and while single-key shortcuts are off. */
export function ShortcutHint({ children }: { children: string }) {
  const isEnabled = useAreSingleKeyShortcutsEnabled()
  const isSingle = !children.includes(' ')
  if (isSingle && !isEnabled) return null
  return (
    <span aria-hidden="true" className="ml-1 hidden opacity-80 xl:inline">
      <Kbd>{children}</Kbd>
    </span>
  )
}
