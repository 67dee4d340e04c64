import { type ComponentProps, type KeyboardEvent, Suspense } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import type { OptionPanelProps } from './OptionPanel.tsx'

const loadPanel = () => import('./OptionPanel.tsx')
const OptionPanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.OptionPanel })))

type OptionButtonProps = OptionPanelProps & Omit<ComponentProps<'button'>, 'value' | 'onChange'>

/** A button with any content that opens a list of options. The list loads on first use. */
export function OptionButton({ label, options, value, onChange, isMultiple = false, ...button }: OptionButtonProps) {
  const { wasOpened, open, trigger, panel } = useLazyPanel(loadPanel)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open()
  }
  return (
    <>
      <button {...button} {...trigger} aria-haspopup="listbox" onKeyDown={handleKey} />
      {wasOpened && (
        <Suspense>
          <OptionPanel {...{ label, options, value, onChange, isMultiple, panel }} />
        </Suspense>
      )}
    </>
  )
}
