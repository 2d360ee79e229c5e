import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'

const authorizeNet = {
  PAYMENTS: 'authorize-net',
  AUTHNET_API_LOGIN_ID: 'login1',
  AUTHNET_TRANSACTION_KEY: 'SecretKey1234567',
  AUTHNET_CLIENT_KEY: 'PublicClientKey',
  AUTHNET_SIGNATURE_KEY: 'AB12'.repeat(32),
  AUTHNET_ENVIRONMENT: 'live',
}
const publicShop = { PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtps://mail.example' }

function refusal(env: Record<string, string>): string {
  try {
    parseEnv(env)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('a shop with no settings takes payments in the sandbox', () => {
  expect(parseEnv({}).payments).toEqual({ gateway: 'sandbox' })
})

test('the account of Authorize.Net is put together for its environment', () => {
  expect(parseEnv(authorizeNet).payments).toMatchObject({
    environment: 'live',
    account: {
      endpoint: 'https://api.authorize.net/xml/v1/request.api',
      formHost: 'https://js.authorize.net',
    },
  })
  expect(parseEnv({ ...authorizeNet, AUTHNET_ENVIRONMENT: 'sandbox' }).payments).toMatchObject({
    account: {
      endpoint: 'https://apitest.authorize.net/xml/v1/request.api',
      formHost: 'https://jstest.authorize.net',
    },
  })
})

test('each missing or wrong setting has a sentence, which never holds the value', () => {
  expect(refusal({ PAYMENTS: 'authorize-net' }).split('\n')).toEqual([
    'AUTHNET_API_LOGIN_ID is needed for PAYMENTS=authorize-net: it must be the API login ID of at most 25 characters.',
    'AUTHNET_TRANSACTION_KEY is needed for PAYMENTS=authorize-net: it must be the transaction key of 16 letters and digits.',
    'AUTHNET_CLIENT_KEY is needed for PAYMENTS=authorize-net: it must be the public client key.',
    'AUTHNET_SIGNATURE_KEY is needed for PAYMENTS=authorize-net: it must be the signature key of 128 hexadecimal digits.',
    'AUTHNET_ENVIRONMENT is needed for PAYMENTS=authorize-net: it must be sandbox or live.',
  ])
  const wrong = refusal({ ...authorizeNet, AUTHNET_TRANSACTION_KEY: 'not-a-key-at-all' })
  expect(wrong).toBe('AUTHNET_TRANSACTION_KEY must be the transaction key of 16 letters and digits.')
  expect(refusal({ PAYMENTS: 'paypal' })).toBe('PAYMENTS must be sandbox, authorize-net or manual.')
  expect(refusal({ PAYMENTS: 'manual', INVOICE_DUE_DAYS: '0' }).split('\n')).toEqual([
    'INVOICE_PAY_TO is needed for PAYMENTS=manual: it must say in 10 to 600 characters how an invoice is paid.',
    'INVOICE_DUE_DAYS must be a whole number of days from 1 to 60.',
  ])
})

test('a public shop refuses payments that take no money, and takes real ones', () => {
  expect(refusal(publicShop)).toContain('sandbox payments')
  expect(refusal({ ...publicShop, ...authorizeNet, AUTHNET_ENVIRONMENT: 'sandbox' })).toContain(
    'sandbox payments',
  )
  expect(refusal({ ...publicShop, ...authorizeNet, AUTHNET_ENDPOINT: 'http://127.0.0.1:9/' })).toContain(
    'sandbox payments',
  )
  expect(refusal({ ...publicShop, ...authorizeNet })).toBe('')
  const manual = { PAYMENTS: 'manual', INVOICE_PAY_TO: 'By wire to the account on the invoice.' }
  expect(parseEnv({ ...publicShop, ...manual }).payments).toMatchObject({ gateway: 'manual', dueDays: 7 })
})

test('secrets stand in one place only', () => {
  const { payments: _, ...rest } = parseEnv(authorizeNet)
  expect(JSON.stringify(rest)).not.toContain(authorizeNet.AUTHNET_TRANSACTION_KEY)
})
