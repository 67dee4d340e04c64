import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'

interface QuestionProps {
  /** For screen readers: what the question is about. */
  label: string
  title: string
  hint: string
  children: ReactNode
}

/** A question that the file leaves open, with an example from it. */
export function Question({ label, title, hint, children }: QuestionProps) {
  return (
    <section aria-label={label} className="flex items-start gap-3 border-t border-line px-5 py-4 first:border-t-0">
      <CircleQuestionMark size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-warning-ink" />
      <div className="grid min-w-0 flex-1 gap-2">
        <h3 className="text-heading wrap-anywhere">{title}</h3>
        <p className="text-secondary text-ink-2">{hint}</p>
        {children}
      </div>
    </section>
  )
}
