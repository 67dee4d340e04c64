import { X } from 'lucide-react'

/** Closes a message. Not an `IconButton`, because messages show before its code has loaded. */
export function DismissButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-8.5 flex-none cursor-pointer place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink on-touch:size-11"
    >
      <X size={16} aria-hidden="true" />
    </button>
  )
}
