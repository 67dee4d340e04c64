import { useAreSingleKeyShortcutsEnabled } from './single-key-shortcuts.ts'

/** A key, as printed on a keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[5px] border border-current/30 px-1.25 py-0.75 font-sans text-minimum leading-none font-medium">
      {children}
    </kbd>
  )
}

/** The key that does the same as what it is in, where there is room and it does. */
export function ShortcutHint({ children }: { children: string }) {
  const areSingleKeysOn = useAreSingleKeyShortcutsEnabled()
  const isSingle = !children.includes(' ')
  if (isSingle && !areSingleKeysOn) return null
  return (
    <span aria-hidden="true" className="ml-1 hidden opacity-80 xl:inline">
      <Kbd>{children}</Kbd>
    </span>
  )
}
