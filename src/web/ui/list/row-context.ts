import { createContext, use } from 'react'

/** Whether the row is the current one. */
export const RowContext = createContext(false)

/** Tab reaches only the current row; the arrow keys move between rows. */
export const useRowTabIndex = () => (use(RowContext) ? 0 : -1)
