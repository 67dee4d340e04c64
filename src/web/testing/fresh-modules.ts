import { vi } from 'vitest'

// Modules of a page keep state for as long as it is open. Each test file is a page of its own.
vi.resetModules()
