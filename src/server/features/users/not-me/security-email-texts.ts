import type { Language } from '#core/language.ts'
import type { MailedEventKind } from '#server/features/security-events/queries.ts'

interface SecurityEmailTexts {
  /** The subject and the first sentence. */
  events: Record<MailedEventKind, readonly [subject: string, sentence: string]>
  advice: string
  button: string
  footnote: string
}

export const securityEmailTexts: Record<Language, SecurityEmailTexts> = {
  en: {
    events: {
      'new-device': [
        'New sign-in to your account',
        'Somebody signed in to your account on a device that it did not know yet.',
      ],
      'password-changed': [
        'Your password was changed',
        'The password of your account was just changed. Other devices were signed out, and access tokens were revoked.',
      ],
      'password-reset': [
        'Your password was changed',
        'The password of your account was set anew by a mailed link. All devices were signed out, and access tokens were revoked.',
      ],
      'email-changing': [
        'Your email address is being changed',
        'Somebody signed in to your account asked to use another email address for it. This address stays in use until the new one is confirmed.',
      ],
      'google-linked': [
        'Sign-in with Google was turned on',
        'Your account can now be opened by signing in with Google.',
      ],
      'provider-linked': [
        'An account at a provider was linked',
        'Your account can now be opened by signing in with another provider.',
      ],
      'provider-unlinked': [
        'An account at a provider was unlinked',
        'A provider that signed you in to your account does so no longer.',
      ],
      'app-added': [
        'An authenticator app was added',
        'Signing in to your account now asks for a code of an authenticator app.',
      ],
      'app-removed': [
        'The authenticator app was removed',
        'The authenticator app of your account was removed: its codes are not accepted any more.',
      ],
      'passkey-added': ['A passkey was added', 'Your account can now be opened with a new passkey.'],
      'passkey-removed': ['A passkey was removed', 'A passkey of your account was removed.'],
      'recovery-codes-made': [
        'New recovery codes were made',
        'Your account has new recovery codes. The earlier ones do not work any more.',
      ],
      'recovery-code-used': [
        'A recovery code was used',
        'Somebody signed in to your account with one of its recovery codes.',
      ],
      'two-factor-reset': [
        'Two-factor sign-in was turned off',
        'The operator of this site has turned off two-factor sign-in for your account: its passkeys, authenticator app and recovery codes were removed.',
      ],
      'token-made': [
        'An access token was made',
        'Somebody signed in to your account made an access token, with which a program can use it.',
      ],
      'webhook-made': ['A webhook was made', 'What changes in your account is now sent to a new address on the web.'],
      'archive-downloaded': [
        'Your archive was downloaded',
        'Somebody signed in to your account downloaded an archive of everything in it.',
      ],
      'sessions-ended': ['Devices were signed out', 'Other devices were signed out of your account.'],
    },
    advice:
      'If this was not you, press the button: it signs out all devices, revokes all access tokens and mails you a link to choose a new password. It works once, for 7 days.',
    button: 'This was not me',
    footnote: 'If it was you, there is nothing to do.',
  },
  es: {
    events: {
      'new-device': [
        'Nuevo inicio de sesión en tu cuenta',
        'Alguien ha iniciado sesión en tu cuenta desde un dispositivo que no se conocía.',
      ],
      'password-changed': [
        'Tu contraseña ha cambiado',
        'La contraseña de tu cuenta acaba de cambiar. Se ha cerrado la sesión en los demás dispositivos y se han revocado los tokens de acceso.',
      ],
      'password-reset': [
        'Tu contraseña ha cambiado',
        'La contraseña de tu cuenta se ha cambiado con un enlace enviado por correo. Se ha cerrado la sesión en todos los dispositivos y se han revocado los tokens de acceso.',
      ],
      'email-changing': [
        'Tu dirección de correo va a cambiar',
        'Alguien con la sesión iniciada en tu cuenta ha pedido usar otra dirección de correo. Esta dirección sigue en uso hasta que se confirme la nueva.',
      ],
      'google-linked': ['Se ha activado el acceso con Google', 'Ahora se puede entrar en tu cuenta con Google.'],
      'provider-linked': [
        'Se ha vinculado una cuenta de un proveedor',
        'Ahora se puede entrar en tu cuenta con otro proveedor.',
      ],
      'provider-unlinked': [
        'Se ha desvinculado una cuenta de un proveedor',
        'Un proveedor con el que se entraba en tu cuenta ya no sirve para ello.',
      ],
      'app-added': [
        'Se ha añadido una aplicación de autenticación',
        'Al iniciar sesión en tu cuenta se pedirá un código de una aplicación de autenticación.',
      ],
      'app-removed': [
        'Se ha quitado la aplicación de autenticación',
        'La aplicación de autenticación de tu cuenta se ha quitado y sus códigos ya no sirven.',
      ],
      'passkey-added': [
        'Se ha añadido una llave de acceso',
        'Ahora se puede entrar en tu cuenta con una llave de acceso nueva.',
      ],
      'passkey-removed': ['Se ha quitado una llave de acceso', 'Se ha quitado una llave de acceso de tu cuenta.'],
      'recovery-codes-made': [
        'Hay códigos de recuperación nuevos',
        'Tu cuenta tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
      ],
      'recovery-code-used': [
        'Se ha usado un código de recuperación',
        'Alguien ha iniciado sesión en tu cuenta con uno de sus códigos de recuperación.',
      ],
      'two-factor-reset': [
        'Se ha desactivado la verificación en dos pasos',
        'Quien administra este sitio ha desactivado la verificación en dos pasos de tu cuenta: se han quitado sus llaves de acceso, su aplicación de autenticación y sus códigos de recuperación.',
      ],
      'token-made': [
        'Se ha creado un token de acceso',
        'Alguien con la sesión iniciada en tu cuenta ha creado un token de acceso, con el que un programa puede usarla.',
      ],
      'webhook-made': [
        'Se ha creado un webhook',
        'Lo que cambia en tu cuenta se envía ahora a una dirección web nueva.',
      ],
      'archive-downloaded': [
        'Se ha descargado tu archivo',
        'Alguien con la sesión iniciada en tu cuenta ha descargado un archivo con todo su contenido.',
      ],
      'sessions-ended': [
        'Se ha cerrado la sesión en otros dispositivos',
        'Se ha cerrado la sesión de tu cuenta en otros dispositivos.',
      ],
    },
    advice:
      'Si no has sido tú, pulsa el botón: cierra la sesión en todos los dispositivos, revoca los tokens de acceso y te envía un enlace para elegir una contraseña nueva. Funciona una sola vez, durante 7 días.',
    button: 'No he sido yo',
    footnote: 'Si has sido tú, no tienes que hacer nada.',
  },
  tr: {
    events: {
      'new-device': ['Hesabınızda yeni oturum', 'Hesabınıza daha önce bilinmeyen bir cihazdan giriş yapıldı.'],
      'password-changed': [
        'Parolanız değiştirildi',
        'Hesabınızın parolası az önce değiştirildi. Diğer cihazlardaki oturumlar kapatıldı ve erişim anahtarları iptal edildi.',
      ],
      'password-reset': [
        'Parolanız değiştirildi',
        'Hesabınızın parolası e-postayla gönderilen bir bağlantıyla yenilendi. Tüm cihazlardaki oturumlar kapatıldı ve erişim anahtarları iptal edildi.',
      ],
      'email-changing': [
        'E-posta adresiniz değiştiriliyor',
        'Hesabınızda oturum açmış biri başka bir e-posta adresi kullanılmasını istedi. Yeni adres onaylanana kadar bu adres kullanılmaya devam eder.',
      ],
      'google-linked': ['Google ile giriş açıldı', 'Hesabınıza artık Google ile giriş yapılabilir.'],
      'provider-linked': [
        'Bir sağlayıcı hesabı bağlandı',
        'Hesabınıza artık başka bir sağlayıcıyla giriş yapılabilir.',
      ],
      'provider-unlinked': [
        'Bir sağlayıcı hesabının bağlantısı kaldırıldı',
        'Hesabınıza giriş yapılan bir sağlayıcıyla artık giriş yapılamaz.',
      ],
      'app-added': [
        'Doğrulama uygulaması eklendi',
        'Hesabınıza girişte artık bir doğrulama uygulamasının kodu isteniyor.',
      ],
      'app-removed': [
        'Doğrulama uygulaması kaldırıldı',
        'Hesabınızın doğrulama uygulaması kaldırıldı; kodları artık kabul edilmiyor.',
      ],
      'passkey-added': ['Geçiş anahtarı eklendi', 'Hesabınıza artık yeni bir geçiş anahtarıyla giriş yapılabilir.'],
      'passkey-removed': ['Geçiş anahtarı kaldırıldı', 'Hesabınızın bir geçiş anahtarı kaldırıldı.'],
      'recovery-codes-made': [
        'Yeni kurtarma kodları oluşturuldu',
        'Hesabınızın yeni kurtarma kodları var. Öncekiler artık çalışmaz.',
      ],
      'recovery-code-used': ['Bir kurtarma kodu kullanıldı', 'Hesabınıza kurtarma kodlarından biriyle giriş yapıldı.'],
      'two-factor-reset': [
        'İki adımlı giriş kapatıldı',
        'Bu sitenin yöneticisi hesabınızın iki adımlı girişini kapattı: geçiş anahtarları, doğrulama uygulaması ve kurtarma kodları kaldırıldı.',
      ],
      'token-made': [
        'Erişim anahtarı oluşturuldu',
        'Hesabınızda oturum açmış biri, bir programın hesabınızı kullanabileceği bir erişim anahtarı oluşturdu.',
      ],
      'webhook-made': ['Webhook oluşturuldu', 'Hesabınızdaki değişiklikler artık yeni bir web adresine gönderiliyor.'],
      'archive-downloaded': [
        'Arşiviniz indirildi',
        'Hesabınızda oturum açmış biri, içindeki her şeyin arşivini indirdi.',
      ],
      'sessions-ended': ['Cihazlardaki oturumlar kapatıldı', 'Hesabınızın diğer cihazlardaki oturumları kapatıldı.'],
    },
    advice:
      'Bunu siz yapmadıysanız düğmeye basın: tüm cihazlardaki oturumlar kapatılır, erişim anahtarları iptal edilir ve yeni bir parola seçmeniz için size bir bağlantı gönderilir. Bağlantı bir kez, 7 gün boyunca çalışır.',
    button: 'Bunu ben yapmadım',
    footnote: 'Siz yaptıysanız bir şey yapmanız gerekmez.',
  },
}
