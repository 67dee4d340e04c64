import { createContext, use } from 'react'

/** Whether a row is the one that Tab reaches. */
export const RowContext = createContext(false)

/** Of all rows only the present one is on the way of Tab: the arrow keys lead to the others. */
export const useRowTabIndex = () => (use(RowContext) ? 0 : -1)
