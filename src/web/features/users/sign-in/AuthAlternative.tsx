import { Link, type LinkProps } from '@tanstack/react-router'

/** A question and a link to the other form, e.g. to registration. */
export function AuthAlternative({ question, to, label }: { question: string; to: LinkProps['to']; label: string }) {
  return (
    <>
      {question}{' '}
      <Link to={to} state className="font-strong text-accent-ink hover:underline">
        {label}
      </Link>
    </>
  )
}
