import { vi } from 'vitest'

// Test files of one worker share modules and storage. Each file begins like a page that was just opened.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
