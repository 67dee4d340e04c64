import type { Language } from '#core/language.ts'
import type { EmailText } from '#server/mail/email-layout.ts'

export type AccountEmailKind = 'verify' | 'reset' | 'password-changed' | 'email-changing'

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
  },
}
