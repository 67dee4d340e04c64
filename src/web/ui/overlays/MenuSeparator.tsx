import { Separator } from 'react-aria-components'

export function MenuSeparator() {
  return <Separator className="my-1.5 border-t border-line" />
}
