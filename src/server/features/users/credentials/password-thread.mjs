import { hashSync, verifySync } from '@node-rs/argon2'
import { answerQuestions } from '#server/answer-questions.mjs'

answerQuestions(({ password, hash, strength }) =>
  hash === undefined ? hashSync(password, strength) : verifySync(hash, password),
)
