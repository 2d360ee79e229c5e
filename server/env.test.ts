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
const publicShop = { PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtps://mail.example', TRUST_PROXY: '1' }

function refusal(env: Record<string, string>, { isRoot = false } = {}): string {
  try {
    parseEnv(env, { isRoot })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('a shop with no settings takes payments in the sandbox', () => {
  expect(parseEnv({}).payments).toEqual({ gateway: 'sandbox' })
})

test('the Authorize.Net account is read for its environment', () => {
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

test('each missing or wrong setting is explained without showing its value', () => {
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

test('secrets are in one setting only', () => {
  const { payments: _, ...rest } = parseEnv(authorizeNet)
  expect(JSON.stringify(rest)).not.toContain(authorizeNet.AUTHNET_TRANSACTION_KEY)
})

test('an https shop must say which proxy is in front of it', () => {
  const { TRUST_PROXY: _, ...withoutProxy } = { ...publicShop, ...authorizeNet }
  expect(refusal(withoutProxy)).toMatch(
    /^PUBLIC_URL https:\/\/shop\.example is https, which a proxy .* Set TRUST_PROXY to the number of proxies/,
  )
  expect(refusal({ ...withoutProxy, I_KNOW_THIS_IS_NOT_SAFE: 'TRUST_PROXY=no' })).toContain('TRUST_PROXY')
  expect(refusal({ ...withoutProxy, TRUST_PROXY: '10.0.0.0/8' })).toBe('')
  expect(parseEnv({ TRUST_PROXY: '2' }).TRUST_PROXY).toEqual({ kind: 'hops', count: 2 })
  expect(parseEnv({}).TRUST_PROXY).toEqual({ kind: 'none' })
  expect(refusal({ TRUST_PROXY: 'maybe' })).toMatch(/^TRUST_PROXY must be no, the number of proxies .*\.$/)
})

test('a shop that listens to the network must meet the rules of a public one', () => {
  expect(parseEnv({}).isPublic).toBe(false)
  for (const HOST of ['localhost', '127.0.0.1', '127.8.8.8', '::1']) expect(refusal({ HOST }), HOST).toBe('')
  for (const HOST of ['0.0.0.0', '::', '192.168.1.7', 'shop-1'])
    expect(refusal({ HOST }), HOST).toMatch(
      new RegExp(
        `^HOST ${HOST} listens to the network, and the shop would run with: sandbox payments, unencrypted address, mail kept in files\\.`,
      ),
    )
  const accepted = { I_KNOW_THIS_IS_NOT_SAFE: 'sandbox payments,unencrypted address, mail kept in files' }
  expect(parseEnv({ HOST: '0.0.0.0', ...accepted }).isPublic).toBe(true)
})

test('each unsafe setting on a public shop is explained, and accepted only by its exact words', () => {
  const unsafe = { PUBLIC_URL: 'http://shop.example', RATE_LIMITS: 'off' }
  const all = [
    'sandbox payments',
    'unencrypted address',
    'mail kept in files',
    'no rate limits',
    'running as root',
  ]
  expect(refusal(unsafe, { isRoot: true })).toContain(`I_KNOW_THIS_IS_NOT_SAFE="${all.join(', ')}"`)
  expect(refusal(unsafe, { isRoot: true })).toMatch(
    /- mail \w+ in files: nobody is sent anything\. .*whoever has the link/,
  )
  for (const left of all) {
    const I_KNOW_THIS_IS_NOT_SAFE = all.filter((words) => words !== left).join(', ')
    expect(refusal({ ...unsafe, I_KNOW_THIS_IS_NOT_SAFE }, { isRoot: true })).toContain(`run with: ${left}.`)
  }
  expect(refusal({ ...unsafe, I_KNOW_THIS_IS_NOT_SAFE: all.join(', ') }, { isRoot: true })).toBe('')
})

test('on the local machine, root and missing rate limits are allowed', () => {
  expect(refusal({ RATE_LIMITS: 'off' }, { isRoot: true })).toBe('')
})

test('the public address is only scheme, host and port', () => {
  expect(parseEnv({ PUBLIC_URL: 'http://localhost:3000/' }).PUBLIC_URL).toBe('http://localhost:3000')
  for (const PUBLIC_URL of [
    'http://localhost/shop',
    'http://localhost/?a=1',
    'http://localhost/#a',
    'http://me:pass@localhost',
    'http://me@localhost',
  ])
    expect(refusal({ PUBLIC_URL })).toBe(
      'PUBLIC_URL must be scheme, host and port alone, without a path, a query or credentials.',
    )
  expect(refusal({ PUBLIC_URL: 'shop.example' })).toBe(
    'PUBLIC_URL must be a web address such as https://shop.example.',
  )
})

test('the scheduling calendar must be on another site', () => {
  const shop = { ...publicShop, ...authorizeNet }
  expect(refusal({ ...shop, SCHEDULING_WIDGET_URL: 'https://shop.example/book' })).toBe(
    'SCHEDULING_WIDGET_URL must be on another site than the shop.',
  )
  expect(refusal({ ...shop, SCHEDULING_WIDGET_URL: 'https://book.example/embed.js' })).toBe('')
})

test('a public shop drains by default when it stops, a local one stops at once', () => {
  expect(parseEnv({}).DRAIN_SECONDS).toBe(0)
  expect(parseEnv({ ...authorizeNet, ...publicShop }).DRAIN_SECONDS).toBe(5)
  expect(parseEnv({ ...authorizeNet, ...publicShop, DRAIN_SECONDS: '0' }).DRAIN_SECONDS).toBe(0)
  expect(parseEnv({ DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30)
  expect(refusal({ DRAIN_SECONDS: '-1' })).toContain('DRAIN_SECONDS')
})
