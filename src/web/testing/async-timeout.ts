import { configure } from '@testing-library/dom'

// As long as `expect.poll` waits.
configure({ asyncUtilTimeout: 20_000 })
