import type { Messages } from './en.ts'

export const tr: Messages = {
  required: 'Bu alan zorunludur',
  invalidValue: 'Bu değer geçerli değil',
  tooShort: 'En az {{minimum}} karakter',
  tooLong: 'En fazla {{maximum}} karakter',
  tooSmall: 'En az {{minimum}}',
  tooLarge: 'En fazla {{maximum}}',
  tooMany: 'En fazla {{maximum}} öğe',
  invalidEmail: 'Geçersiz e-posta adresi',
  invalidColor: 'Renk #33d17a biçiminde yazılır',
  passwordRule: 'En az 8 karakter; bir rakam, bir büyük harf ve bir özel karakter içermeli',

  invalidRequest: 'Lütfen işaretli alanları kontrol edin',
  malformedRequest: 'İstek okunamadı',
  unauthenticated: 'Yetkisiz, lütfen oturum açın',
  badCredentials: 'E-posta veya parola hatalı',
  emailTaken: 'Bu e-posta adresiyle bir hesap zaten var',
  pageNotFound: 'Bu adreste bir şey yok',
  tooMuchData: 'İstek çok büyük',
  unsupportedType: 'İstek JSON olmalıdır',
  tooManyRequests: 'Çok fazla istek, lütfen biraz bekleyin',
  timeout: 'İsteğin ulaşması çok uzun sürdü',
  unavailable: 'Sunucu meşgul ya da açılıyor, lütfen birazdan yeniden deneyin',
  internal: 'Sunucu hatası, lütfen yeniden deneyin',

  offline: 'Sunucudan yanıt alınamadı. İnternet bağlantınızı kontrol edin.',
  badReply: 'Sunucu geçersiz biçimde yanıt verdi',
  requestFailed: 'İstek başarısız oldu',
}
