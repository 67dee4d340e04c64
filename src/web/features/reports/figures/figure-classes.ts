import styles from '#web/features/reports/report.module.css'

export const FIGURE_STRIP_CLASS = `${styles['strip']} overflow-hidden rounded-panel border border-line bg-line`
export const FIGURE_CELL_CLASS = 'grid content-start gap-1 bg-surface px-5 py-4 max-sm:px-4'
