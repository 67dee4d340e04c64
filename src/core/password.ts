export const LONGEST_PASSWORD = 128
const SHORTEST_PASSWORD = 8

/** Each rule on its own, so that a form can tick them off while somebody types. */
export const PASSWORD_RULES = {
  length: (password: string) => password.length >= SHORTEST_PASSWORD,
  digit: (password: string) => /\p{Nd}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  /** Anything that is neither letter nor digit counts, spaces included. */
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
}

export const isStrongPassword = (password: string) => Object.values(PASSWORD_RULES).every((holds) => holds(password))
