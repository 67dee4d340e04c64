import { type ComponentProps, type KeyboardEvent, lazy, Suspense } from 'react'
import type { OptionPanelProps } from './OptionPanel.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

const loadPanel = () => import('./OptionPanel.tsx')
const OptionPanel = lazy(() => loadPanel().then((module) => ({ default: module.OptionPanel })))

type OptionButtonProps = OptionPanelProps & Omit<ComponentProps<'button'>, 'value' | 'onChange'>

/** A button of any look that opens a list to choose from, which is loaded when it is wanted. */
export function OptionButton({ label, options, value, onChange, isMultiple = false, ...button }: OptionButtonProps) {
  const { isWanted, open, trigger, panel } = useLazyPanel(loadPanel)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open()
  }
  return (
    <>
      <button {...button} {...trigger} aria-haspopup="listbox" onKeyDown={handleKey} />
      {isWanted && (
        <Suspense>
          <OptionPanel {...{ label, options, value, onChange, isMultiple, panel }} />
        </Suspense>
      )}
    </>
  )
}
