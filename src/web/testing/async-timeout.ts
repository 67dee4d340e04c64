import { configure } from '@testing-library/dom'

// The same timeout as that of `expect.poll`.
configure({ asyncUtilTimeout: 15_000 })
