import { toMarkColor } from '#core/color.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import styles from './estimates.module.css'

/** The right end of the bar, as a multiple of the estimate. Bars that are longer end there. */
const END = 2

/** What a task took, as a bar, and its estimate as a mark at the same place in every row. */
export function EstimateBar({ ratio, color }: { ratio: number; color: string }) {
  const { theme } = useTheme()
  const percentOf = (value: number) => `${(Math.min(value, END) / END) * 100}%`
  return (
    <span aria-hidden="true" className={styles['bar']}>
      <span
        className={styles['done']}
        style={{ width: percentOf(Math.min(ratio, 1)), backgroundColor: toMarkColor(color, theme) }}
      />
      {ratio > 1 && (
        <span className={styles['over']} style={{ left: percentOf(1), width: percentOf(Math.min(ratio, END) - 1) }} />
      )}
      <span className={styles['mark']} style={{ left: percentOf(1) }} />
    </span>
  )
}
