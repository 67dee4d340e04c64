import { readConfig, StartError } from '../src/server/config.ts'
import { sendTestMail } from '../src/server/mail/test-mail.ts'

const [to = '', ...others] = process.argv.slice(2)
try {
  if (!/^[^\s@]+@[^\s@]+$/.test(to) || others.length > 0)
    throw new StartError('Usage: npm run mail -- someone@example.org')
  await sendTestMail(readConfig(process.env), to, (step) => console.log(step))
} catch (error) {
  // An error that the operator can fix is told in sentences. Any other error is a bug, so its stack is printed.
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
