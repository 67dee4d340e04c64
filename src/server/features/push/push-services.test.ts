import { expect, test } from 'vitest'
import { createPushServiceCheck } from './push-services.ts'

const isPushService = createPushServiceCheck(['push.example.org', '127.0.0.1:8080', '10.0.0.1:8080'])

test.each([
  'https://fcm.googleapis.com/fcm/send/a:b_c',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://europe.updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2fB',
  'https://web.push.apple.com/QAAA',
  'https://push.example.org/a',
  'http://127.0.0.1:8080/a',
])('P2 %s may be called', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

test.each([
  '',
  'nowhere',
  'http://fcm.googleapis.com/a',
  'ftp://fcm.googleapis.com/a',
  'file:///etc/passwd',
  'https://localhost/a',
  'https://127.0.0.1/a',
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.169.254/latest/meta-data',
  'https://2852039166/latest/meta-data',
  'https://[::1]/a',
  'https://[::ffff:a9fe:a9fe]/a',
  'https://user:pass@fcm.googleapis.com/a',
  'https://user@fcm.googleapis.com/a',
  'https://fcm.googleapis.com@evil.example/a',
  'https://fcm.googleapis.com.evil.example/a',
  'https://fcm.googleapis.com./a',
  'https://evil-fcm.googleapis.com/a',
  'https://evilpush.apple.com/a',
  'https://push.apple.com/a',
  'https://evil.example/?fcm.googleapis.com',
  'https://evil.example/#.push.apple.com',
  'https://evil.example\\.push.apple.com/a',
  'https://fcm.googleapis.com\\@evil.example/a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com:443/a',
  'HTTPS://FCM.GOOGLEAPIS.COM/a',
  ' https://fcm.googleapis.com/a',
  'https://fcm.goo\tgleapis.com/a',
  'https://fcm.googleapis.com/\na',
  'http://push.example.org/a',
  'https://push.example.org:8443/a',
  'https://sub.push.example.org/a',
  'http://127.0.0.1/a',
  'http://127.0.0.1:8081/a',
  'http://10.0.0.1:8080/a',
])('P2 %j may not be called', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})
