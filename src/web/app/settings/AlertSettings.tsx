import { PushSettings } from '#web/features/push/PushSettings.tsx'
import { NotificationSettings } from '#web/features/signals/notifications/NotificationSettings.tsx'
import { ScreenSettings } from '#web/features/signals/ScreenSettings.tsx'
import { SoundSettings } from '#web/features/signals/sound/SoundSettings.tsx'

const PARTS = { NotificationSettings, PushSettings, SoundSettings, ScreenSettings }

/** Notifications, push, sounds and screen of this device. */
export function AlertSettings() {
  return (
    <div>
      {Object.entries(PARTS).map(([name, Part]) => (
        <div key={name} className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
          <Part />
        </div>
      ))}
    </div>
  )
}
