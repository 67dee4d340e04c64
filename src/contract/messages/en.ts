/** Every sentence the product says about a refusal, on either side of the wire. `{{name}}` is filled in. */
export const en = {
  required: 'This field is required',
  invalidValue: 'This value is not valid',
  tooShort: 'At least {{minimum}} characters',
  tooLong: 'At most {{maximum}} characters',
  tooSmall: 'At least {{minimum}}',
  tooLarge: 'At most {{maximum}}',
  tooMany: 'At most {{maximum}} items',
  invalidEmail: 'Invalid email address',
  invalidColor: 'A colour looks like #33d17a',
  passwordRule: 'At least 8 characters, with a number, an uppercase letter and a special character',

  invalidRequest: 'Please check the marked fields',
  malformedRequest: 'The request could not be read',
  unauthenticated: 'Unauthorized, please sign in',
  badCredentials: 'Invalid email or password',
  emailTaken: 'An account with this email address already exists',
  pageNotFound: 'There is nothing at this address',
  tooMuchData: 'The request is too large',
  unsupportedType: 'The request must be JSON',
  tooManyRequests: 'Too many requests, please wait a moment',
  timeout: 'The request took too long to arrive',
  unavailable: 'The server is busy or starting, please try again in a moment',
  internal: 'Server error, please try again',

  offline: 'No response from the server. Check your internet connection.',
  badReply: 'Invalid response format from server',
  requestFailed: 'The request failed',
}

export type MessageKey = keyof typeof en
export type Messages = Record<MessageKey, string>
