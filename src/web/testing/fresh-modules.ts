import { vi } from 'vitest'

// Modules of the web keep state for as long as a page is open, so each file imports them afresh.
vi.resetModules()
