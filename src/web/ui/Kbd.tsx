/** A key, as printed on a keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[5px] border border-current/30 px-1.25 py-0.75 font-sans text-minimum leading-none font-medium opacity-80">
      {children}
    </kbd>
  )
}
