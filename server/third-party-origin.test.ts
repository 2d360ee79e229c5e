import { expect, test } from 'vitest'
import type { Shop } from '#app/http/context.server.ts'
import { thirdPartyOrigin } from './third-party-origin.ts'

const sandbox = { checkout: { kind: 'test-cards' } } as unknown as Shop['gateway']
const hosted = {
  checkout: { kind: 'hosted-fields', host: 'https://js.pay.example' },
} as unknown as Shop['gateway']
const schedulingWidgetUrl = 'https://book.example/paco/pistol?embed=1'

test('the calendar is allowed only where it is shown, and only when configured', () => {
  const shop = { gateway: hosted, schedulingWidgetUrl }
  expect(thirdPartyOrigin('/course-registration/scheduling', shop)).toEqual({
    host: 'https://book.example',
    mayRun: false,
  })
  expect(thirdPartyOrigin('/ccw-training/register', shop)).toEqual({
    host: 'https://book.example',
    mayRun: false,
  })
  for (const path of ['/', '/course-registration', '/ccw-training', '/orders/ABC/seat'])
    expect(thirdPartyOrigin(path, shop)).toBeUndefined()
  expect(thirdPartyOrigin('/ccw-training/register', { ...shop, schedulingWidgetUrl: null })).toBeUndefined()
})

test('no page allows a script calendar: it has its own document', () => {
  const shop = { gateway: hosted, schedulingWidgetUrl: 'https://book.example/embed.js?v=1' }
  expect(thirdPartyOrigin('/course-registration/scheduling', shop)).toBeUndefined()
})

test('the card form is allowed only on the checkout, and only for a gateway that has one', () => {
  const shop = { gateway: hosted, schedulingWidgetUrl: null }
  expect(thirdPartyOrigin('/checkout/ABC', shop)).toEqual({ host: 'https://js.pay.example', mayRun: true })
  expect(thirdPartyOrigin('/checkout/ABC/renewal', shop)).toBeUndefined()
  expect(thirdPartyOrigin('/checkout/ABC', { ...shop, gateway: sandbox })).toBeUndefined()
})
