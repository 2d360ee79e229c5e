import { expect, test } from 'vitest'
import type { Shop } from '#app/http/context.server.ts'
import { guestHost } from './guest-host.ts'

const sandbox = { checkout: { kind: 'test-cards' } } as unknown as Shop['gateway']
const hosted = {
  checkout: { kind: 'hosted-fields', host: 'https://js.pay.example' },
} as unknown as Shop['gateway']
const schedulingWidgetUrl = 'https://book.example/paco/pistol?embed=1'

test('the scheduling calendar is let in where it is shown, and only where the operator has one', () => {
  const shop = { gateway: hosted, schedulingWidgetUrl }
  expect(guestHost('/course-registration/scheduling', shop)).toBe('https://book.example')
  expect(guestHost('/ccw-training/register', shop)).toBe('https://book.example')
  for (const path of ['/', '/course-registration', '/ccw-training', '/orders/ABC/seat'])
    expect(guestHost(path, shop)).toBeUndefined()
  expect(guestHost('/ccw-training/register', { ...shop, schedulingWidgetUrl: null })).toBeUndefined()
})

test('the card form is let in on the checkout alone, and only of a gateway that has one', () => {
  const shop = { gateway: hosted, schedulingWidgetUrl: null }
  expect(guestHost('/checkout/ABC', shop)).toBe('https://js.pay.example')
  expect(guestHost('/checkout/ABC/renewal', shop)).toBeUndefined()
  expect(guestHost('/checkout/ABC', { ...shop, gateway: sandbox })).toBeUndefined()
})
