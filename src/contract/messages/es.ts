import type { Messages } from './en.ts'

export const es: Messages = {
  required: 'Este campo es obligatorio',
  invalidValue: 'Este valor no es válido',
  tooShort: 'Al menos {{minimum}} caracteres',
  tooLong: 'Como máximo {{maximum}} caracteres',
  tooSmall: 'Al menos {{minimum}}',
  tooLarge: 'Como máximo {{maximum}}',
  tooMany: 'Como máximo {{maximum}} elementos',
  invalidEmail: 'Dirección de correo no válida',
  invalidColor: 'Un color se escribe como #33d17a',
  passwordRule: 'Al menos 8 caracteres, con un número, una mayúscula y un carácter especial',

  invalidRequest: 'Revisa los campos marcados',
  malformedRequest: 'No se pudo leer la petición',
  unauthenticated: 'No autorizado, inicia sesión',
  badCredentials: 'Correo o contraseña no válidos',
  emailTaken: 'Ya existe una cuenta con esta dirección de correo',
  pageNotFound: 'No hay nada en esta dirección',
  tooMuchData: 'La petición es demasiado grande',
  unsupportedType: 'La petición debe ser JSON',
  tooManyRequests: 'Demasiadas peticiones, espera un momento',
  timeout: 'La petición tardó demasiado en llegar',
  unavailable: 'El servidor está ocupado o arrancando, inténtalo de nuevo en un momento',
  internal: 'Error del servidor, inténtalo de nuevo',

  offline: 'No se recibió respuesta del servidor. Verifica tu conexión a internet.',
  badReply: 'El servidor respondió con un formato no válido',
  requestFailed: 'Error en la petición',
}
