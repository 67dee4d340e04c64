import type { Language } from '#core/language.ts'
import type { EmailText } from '#server/mail/email-layout.ts'

export type AccountEmailKind =
  | 'verify'
  | 'reset'
  /** Queued by servers of earlier versions only, like the next one: now they are security mails. */
  | 'password-changed'
  | 'email-changing'
  | 'email-changed'
  /** Without a link: nobody has ever confirmed the old address. */
  | 'email-changed-notice'
  /** Without a link: the user has confirmed an earlier address again. */
  | 'email-changed-back'
  | 'email-restored'

export const emailTemplates: Record<Language, Record<AccountEmailKind, EmailText>> = {
  en: {
    verify: {
      subject: 'Verify your email address',
      lines: ['Open this link to confirm that this address is yours. It works once, for 24 hours.'],
      button: 'Verify address',
      footnote: 'If you did not ask for this, ignore this mail: nothing happens.',
    },
    reset: {
      subject: 'Choose a new password',
      lines: ['Open this link to choose a new password. It works once, for one hour.'],
      button: 'Choose a new password',
      footnote: 'If you did not ask for this, ignore this mail: your password stays as it is.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      lines: ['The password of your account was just changed, and other devices were signed out.'],
      button: 'This was not me',
      footnote: 'If it was you, there is nothing to do.',
    },
    'email-changing': {
      subject: 'Your email address is being changed',
      lines: [
        'Somebody signed in to your account asked to use another email address for it.',
        'This address stays in use until the new one is confirmed.',
      ],
      button: 'This was not me',
      footnote: 'If it was you, there is nothing to do here.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      lines: [
        'Your account now uses another email address instead of this one.',
        'If this was not you, open the link and choose a new password. Your account then uses this address again, and all devices are signed out. The link works for 7 days.',
      ],
      button: 'This was not me',
      footnote: 'If it was you, there is nothing to do.',
    },
    'email-changed-notice': {
      subject: 'Your email address was changed',
      lines: ['The account with this address now uses another email address.'],
      footnote: 'This address was never confirmed, so there is nothing to do.',
    },
    'email-changed-back': {
      subject: 'Your email address was changed back',
      lines: ['The account that used this address now uses its earlier address again, which was confirmed by mail.'],
      footnote: 'If the earlier address is not yours any more, contact the operator of this site.',
    },
    'email-restored': {
      subject: 'Your email address was changed back',
      lines: [
        'The account that used this address now uses its earlier address again, because the link mailed there was opened.',
        'Its password was changed, and all devices were signed out.',
      ],
      footnote: 'If the earlier address is not yours any more, contact the operator of this site.',
    },
  },
  es: {
    verify: {
      subject: 'Verifica tu dirección de correo',
      lines: ['Abre este enlace para confirmar que esta dirección es tuya. Funciona una sola vez, durante 24 horas.'],
      button: 'Verificar dirección',
      footnote: 'Si no lo pediste tú, ignora este mensaje: no pasa nada.',
    },
    reset: {
      subject: 'Elige una contraseña nueva',
      lines: ['Abre este enlace para elegir una contraseña nueva. Funciona una sola vez, durante una hora.'],
      button: 'Elegir contraseña nueva',
      footnote: 'Si no lo pediste tú, ignora este mensaje: tu contraseña sigue igual.',
    },
    'password-changed': {
      subject: 'Tu contraseña ha cambiado',
      lines: ['La contraseña de tu cuenta acaba de cambiar y se ha cerrado la sesión en los demás dispositivos.'],
      button: 'No he sido yo',
      footnote: 'Si has sido tú, no tienes que hacer nada.',
    },
    'email-changing': {
      subject: 'Tu dirección de correo va a cambiar',
      lines: [
        'Alguien con la sesión iniciada en tu cuenta ha pedido usar otra dirección de correo.',
        'Esta dirección sigue en uso hasta que se confirme la nueva.',
      ],
      button: 'No he sido yo',
      footnote: 'Si has sido tú, aquí no tienes que hacer nada.',
    },
    'email-changed': {
      subject: 'Tu dirección de correo ha cambiado',
      lines: [
        'Tu cuenta usa ahora otra dirección de correo en lugar de esta.',
        'Si no has sido tú, abre el enlace y elige una contraseña nueva. Tu cuenta volverá a usar esta dirección y se cerrará la sesión en todos los dispositivos. El enlace funciona durante 7 días.',
      ],
      button: 'No he sido yo',
      footnote: 'Si has sido tú, no tienes que hacer nada.',
    },
    'email-changed-notice': {
      subject: 'Tu dirección de correo ha cambiado',
      lines: ['La cuenta con esta dirección usa ahora otra dirección de correo.'],
      footnote: 'Esta dirección nunca se confirmó, así que no tienes que hacer nada.',
    },
    'email-changed-back': {
      subject: 'Tu dirección de correo ha vuelto a ser la anterior',
      lines: ['La cuenta que usaba esta dirección usa de nuevo la anterior, que se ha confirmado por correo.'],
      footnote: 'Si la dirección anterior ya no es tuya, ponte en contacto con quien administra este sitio.',
    },
    'email-restored': {
      subject: 'Tu dirección de correo ha vuelto a ser la anterior',
      lines: [
        'La cuenta que usaba esta dirección usa de nuevo la anterior, porque se abrió el enlace enviado allí.',
        'La contraseña ha cambiado y se ha cerrado la sesión en todos los dispositivos.',
      ],
      footnote: 'Si la dirección anterior ya no es tuya, ponte en contacto con quien administra este sitio.',
    },
  },
  tr: {
    verify: {
      subject: 'E-posta adresinizi doğrulayın',
      lines: ['Bu adresin size ait olduğunu onaylamak için bağlantıyı açın. Bir kez ve 24 saat boyunca çalışır.'],
      button: 'Adresi doğrula',
      footnote: 'Bunu siz istemediyseniz bu iletiyi yok sayın: hiçbir şey olmaz.',
    },
    reset: {
      subject: 'Yeni bir parola seçin',
      lines: ['Yeni bir parola seçmek için bağlantıyı açın. Bir kez ve bir saat boyunca çalışır.'],
      button: 'Yeni parola seç',
      footnote: 'Bunu siz istemediyseniz bu iletiyi yok sayın: parolanız olduğu gibi kalır.',
    },
    'password-changed': {
      subject: 'Parolanız değiştirildi',
      lines: ['Hesabınızın parolası az önce değiştirildi ve diğer cihazlardaki oturumlar kapatıldı.'],
      button: 'Bunu ben yapmadım',
      footnote: 'Siz yaptıysanız bir şey yapmanız gerekmez.',
    },
    'email-changing': {
      subject: 'E-posta adresiniz değiştiriliyor',
      lines: [
        'Hesabınızda oturum açmış biri, başka bir e-posta adresi kullanmak istedi.',
        'Yeni adres onaylanana kadar bu adres geçerli kalır.',
      ],
      button: 'Bunu ben yapmadım',
      footnote: 'Siz yaptıysanız burada bir şey yapmanız gerekmez.',
    },
    'email-changed': {
      subject: 'E-posta adresiniz değiştirildi',
      lines: [
        'Hesabınız artık bu adres yerine başka bir e-posta adresi kullanıyor.',
        'Bunu siz yapmadıysanız bağlantıyı açıp yeni bir parola seçin. Hesabınız yeniden bu adresi kullanır ve tüm cihazlardaki oturumlar kapatılır. Bağlantı 7 gün boyunca çalışır.',
      ],
      button: 'Bunu ben yapmadım',
      footnote: 'Siz yaptıysanız bir şey yapmanız gerekmez.',
    },
    'email-changed-notice': {
      subject: 'E-posta adresiniz değiştirildi',
      lines: ['Bu adresin kullanıldığı hesap artık başka bir e-posta adresi kullanıyor.'],
      footnote: 'Bu adres hiç doğrulanmamıştı, bir şey yapmanız gerekmez.',
    },
    'email-changed-back': {
      subject: 'E-posta adresiniz eski hâline döndürüldü',
      lines: ['Bu adresi kullanan hesap yeniden, e-postayla doğrulanan önceki adresini kullanıyor.'],
      footnote: 'Önceki adres artık size ait değilse bu sitenin yöneticisine başvurun.',
    },
    'email-restored': {
      subject: 'E-posta adresiniz eski hâline döndürüldü',
      lines: [
        'Bu adresi kullanan hesap yeniden önceki adresini kullanıyor, çünkü oraya gönderilen bağlantı açıldı.',
        'Parola değiştirildi ve tüm cihazlardaki oturumlar kapatıldı.',
      ],
      footnote: 'Önceki adres artık size ait değilse bu sitenin yöneticisine başvurun.',
    },
  },
}
