import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openStandIn, patienceMs } from '#test/authorize-net/stand-in.ts'
import { GatewayTimeout } from '../gateway.ts'
import { createAuthorizeNetGateway } from './gateway.server.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
const standIn = await openStandIn(now)
afterAll(() => standIn.close())

describe('access', () => {
  const open = (account = standIn.account) =>
    createAuthorizeNetGateway({
      account,
      timeoutMs: patienceMs,
      now,
      log: {
        info() {},
        warn() {},
        error() {},
      } as never,
    })

  test('is given with the right keys and the right to read reports', async () => {
    standIn.calls.length = 0
    expect(await open().checkAccess()).toEqual({ ok: true })
    expect(standIn.calls).toEqual(['authenticateTestRequest', 'getUnsettledTransactionListRequest'])
  })

  test('with wrong keys is refused in a sentence that names the settings', async () => {
    const refused = await open({ ...standIn.account, transactionKey: 'WrongKey12345678' }).checkAccess()
    expect(refused).toEqual({
      ok: false,
      why: expect.stringMatching(/AUTHNET_API_LOGIN_ID.*AUTHNET_TRANSACTION_KEY.*AUTHNET_ENVIRONMENT/),
    })
    expect(JSON.stringify(refused)).not.toContain('WrongKey12345678')
  })

  test('without the right to read reports is refused in a sentence that names it', async () => {
    standIn.books.mayReport = false
    onTestFinished(() => {
      standIn.books.mayReport = true
    })
    expect(await open().checkAccess()).toEqual({
      ok: false,
      why: expect.stringContaining('Transaction Details API'),
    })
  })

  test('is unknown while the gateway is busy or unreachable', async () => {
    for (const call of ['authenticateTestRequest', 'getUnsettledTransactionListRequest'])
      for (const fault of ['lost before', 'busy'] as const) {
        standIn.failNext(call, fault)
        await expect(open().checkAccess(), `${call} ${fault}`).rejects.toBeInstanceOf(GatewayTimeout)
      }
  })
})
