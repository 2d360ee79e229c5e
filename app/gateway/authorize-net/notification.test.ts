import { expect, test } from 'vitest'
import { signNotification } from './notification.server.ts'

test('the key signs as its text, in uppercase hexadecimal', () => {
  // HMAC-SHA512 with the key "Jefe" (RFC 4231, test case 2): decoded as hexadecimal it would not even be a key.
  expect(signNotification('what do ya want for nothing?', 'Jefe')).toBe(
    'sha512=164B7A7BFCF819E2E395FBE73B56E0A387BD64222E831FD610270CD7EA2505549758BF75C05A994A6D034F65F8F0E6FDCAEAB1A34D4A6B4B636E070A38BCE737',
  )
})
