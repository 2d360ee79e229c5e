import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { checkGatewayAccess, requireGatewayAccess } from './payment-context.server.ts'
import { type AccessCheck, GatewayTimeout, type PaymentGateway } from './gateway.ts'

const why = 'The key is wrong.'

function placeWith({ db, now }: TestContext, answer: AccessCheck | 'silent') {
  const warned: unknown[] = []
  const checkAccess = async () => {
    if (answer === 'silent') throw new GatewayTimeout('Away.')
    return answer
  }
  const gateway = { name: 'authorize-net', checkAccess } as Partial<PaymentGateway> as PaymentGateway
  const log = { warn: (about: unknown) => void warned.push(about), error() {} } as never
  return { db, now, gateway, log, warned }
}

test('a shop whose keys or rights are refused does not start, and says which', async ({ ctx }) => {
  await expect(requireGatewayAccess(placeWith(ctx, { ok: false, why }))).rejects.toThrow(why)
})

test('a shop whose gateway is unreachable starts, warns, and raises an alert until access is confirmed', async ({
  db,
  ctx,
}) => {
  const away = placeWith(ctx, 'silent')
  await requireGatewayAccess(away)
  expect(away.warned).toHaveLength(1)
  expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'gateway_access', subject: 'authorize-net' }])
  await checkGatewayAccess(away)
  expect(await listOpenAlerts(db), 'no answer changes nothing').toMatchObject([{ count: 1 }])
  await checkGatewayAccess(placeWith(ctx, { ok: true }))
  expect(await listOpenAlerts(db)).toEqual([])
})

test('rights withdrawn while the shop runs raise an alert; a start with them clears it', async ({
  db,
  ctx,
}) => {
  await checkGatewayAccess(placeWith(ctx, { ok: false, why }))
  expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'gateway_access', detail: why }])
  await requireGatewayAccess(placeWith(ctx, { ok: true }))
  expect(await listOpenAlerts(db)).toEqual([])
})
