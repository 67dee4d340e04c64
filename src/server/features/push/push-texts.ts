import type { PushMessage, TimerAction } from '#contract/push.ts'
import type { Language } from '#core/language.ts'

interface PushText {
  title: string
  /** `{{session}}` and `{{sessions}}` become the numbers of the repetition and of all repetitions. */
  body: string
}

export const pushTexts: Record<
  Language,
  Record<PushMessage['kind'], PushText> & { actions: Record<TimerAction, string> }
> = {
  en: {
    break: { title: 'Work session completed!', body: 'Time for a break.' },
    work: { title: 'Break completed!', body: 'Back to work. Session {{session}} of {{sessions}}.' },
    complete: { title: 'All sessions completed!', body: 'The timer is done.' },
    waiting: { title: 'Break completed!', body: 'Session {{session}} of {{sessions}} is ready.' },
    breakWaiting: { title: 'Work session completed!', body: 'Your break is ready when you are.' },
    actions: { pause: 'Pause', resume: 'Start', stop: 'Stop' },
  },
  es: {
    break: { title: '¡Sesión de trabajo completada!', body: 'Hora de descansar.' },
    work: { title: '¡Descanso completado!', body: 'De vuelta al trabajo. Sesión {{session}} de {{sessions}}.' },
    complete: { title: '¡Todas las sesiones completadas!', body: 'El temporizador ha terminado.' },
    waiting: { title: '¡Descanso completado!', body: 'La sesión {{session}} de {{sessions}} está lista.' },
    breakWaiting: { title: '¡Sesión de trabajo completada!', body: 'Tu descanso empieza cuando quieras.' },
    actions: { pause: 'Pausar', resume: 'Iniciar', stop: 'Detener' },
  },
  tr: {
    break: { title: 'Çalışma seansı tamamlandı!', body: 'Mola zamanı.' },
    work: { title: 'Mola bitti!', body: 'Şimdi çalışma zamanı. Seans {{session}}/{{sessions}}.' },
    complete: { title: 'Tüm seanslar tamamlandı!', body: 'Zamanlayıcı durdu.' },
    waiting: { title: 'Mola bitti!', body: 'Seans {{session}}/{{sessions}} hazır.' },
    breakWaiting: { title: 'Çalışma seansı tamamlandı!', body: 'Molanız hazır, istediğiniz zaman başlatın.' },
    actions: { pause: 'Duraklat', resume: 'Başlat', stop: 'Durdur' },
  },
}
