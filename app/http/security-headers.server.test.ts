import { expect, test } from 'vitest'
import { contentPolicy, scriptHash, securityHeaders } from './security-headers.server.ts'

function sources(policy: string, directive: string) {
  return policy
    .split('; ')
    .find((line) => line.startsWith(`${directive} `))
    ?.slice(directive.length + 1)
}

test('a page lets its own inline scripts run and nothing else inline', () => {
  const policy = contentPolicy(['sha256-abc='])
  expect(sources(policy, 'script-src')).toBe("'self' 'sha256-abc='")
  expect(sources(policy, 'default-src')).toBe("'self'")
  expect(sources(policy, 'style-src')).toBe("'self'")
  expect(sources(policy, 'style-src-attr')).toBe("'unsafe-inline'")
  expect(sources(policy, 'img-src')).toBe("'self' data: blob:")
  expect(sources(policy, 'connect-src')).toBe("'self'")
  for (const closed of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(sources(policy, closed)).toBe("'none'")
  expect(sources(policy, 'form-action')).toBe("'self'")
})

test('a cached page lets its inline scripts run by hash', () => {
  expect(sources(contentPolicy(['sha256-a=', 'sha256-b=']), 'script-src')).toBe(
    "'self' 'sha256-a=' 'sha256-b='",
  )
})

test('the payment service’s script and frame are allowed where its card form is shown, and nothing else of it', () => {
  const policy = contentPolicy(['sha256-a='], {
    guest: { host: 'https://js.pay.example', mayRun: true },
  })
  expect(sources(policy, 'script-src')).toBe("'self' https://js.pay.example 'sha256-a='")
  expect(sources(policy, 'frame-src')).toBe('https://js.pay.example')
  expect(policy.match(/pay\.example/g)).toHaveLength(2)
  expect(contentPolicy([])).not.toContain('frame-src')
})

test('a site that is only framed runs nothing in the page', () => {
  const policy = contentPolicy([], { guest: { host: 'https://book.example', mayRun: false } })
  expect(sources(policy, 'frame-src')).toBe('https://book.example')
  expect(policy.match(/book\.example/g)).toHaveLength(1)
})

test('photographs and films come from the shop, and from its bucket where it has one', () => {
  const own = contentPolicy([])
  expect(sources(own, 'media-src')).toBe("'self'")
  const policy = contentPolicy([], { media: 'https://photos.example' })
  expect(sources(policy, 'img-src')).toBe("'self' data: blob: https://photos.example")
  expect(sources(policy, 'media-src')).toBe("'self' https://photos.example")
  expect(policy.match(/photos\.example/g)).toHaveLength(2)
})

test('only development allows any inline script, style or socket', () => {
  expect(sources(contentPolicy('development'), 'script-src')).toBe("'self' 'unsafe-inline'")
  expect(contentPolicy([]).replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|ws:|https?:|\*/)
})

test('HSTS is sent only over HTTPS', () => {
  expect(securityHeaders({ https: true })['Strict-Transport-Security']).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect(securityHeaders({ https: false })).not.toHaveProperty('Strict-Transport-Security')
})

test('every response prevents sniffing, framing and embedding', () => {
  expect(securityHeaders({ https: false })).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': expect.stringContaining('geolocation=()'),
  })
})

test('an inline script is named by the hash of its text', () => {
  expect(scriptHash('a()')).toBe('sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=')
})
