/** The heading of a page. On a phone the top bar already shows it. */
export function PageTitle({ children }: { children: string }) {
  return <h1 className="text-title max-md:sr-only">{children}</h1>
}
