import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className'> {
  children: string
  help?: string
}

/** A setting that takes effect at once. */
export function Switch({ children, help, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className="group flex cursor-pointer items-center gap-3 text-secondary outline-none data-disabled:opacity-50 on-touch:min-h-11"
    >
      <span className="grid flex-1 gap-0.5">
        <span className="font-strong">{children}</span>
        {help !== undefined && <span className="text-ink-2">{help}</span>}
      </span>
      <span className="h-5.5 w-9.5 flex-none rounded-full bg-line-strong p-0.5 transition-colors group-data-focus-visible:focus-ring group-data-selected:bg-accent">
        <span className="block size-4.5 rounded-full bg-surface transition-transform group-data-selected:translate-x-4 dark:bg-canvas" />
      </span>
    </AriaSwitch>
  )
}
