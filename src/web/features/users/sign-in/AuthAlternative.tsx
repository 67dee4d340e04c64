import { Link, type LinkProps } from '@tanstack/react-router'

/** Another way on, for those who came to the wrong form. */
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
