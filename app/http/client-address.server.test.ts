import { expect, test } from 'vitest'
import {
  clientAddress,
  isFromThisMachine,
  isLoopbackName,
  namedOrigin,
  parseTrustedProxies,
  type TrustedProxies,
} from './client-address.server.ts'

function trusted(setting: string): TrustedProxies {
  const parsed = parseTrustedProxies(setting)
  if (!parsed) throw new Error(`${setting} was refused`)
  return parsed
}

function addressOf(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  setting: string,
): string {
  const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }
  return clientAddress(new Request('http://shop.test/', { headers }), socketAddress, trusted(setting))
}

test('without a proxy only the connection counts, whatever the header claims', () => {
  expect(addressOf('198.51.100.7', '203.0.113.5', 'no')).toBe('203.0.113.5')
  expect(addressOf('198.51.100.7', '127.0.0.1', 'no')).toBe('127.0.0.1')
})

test('behind one proxy the entry it wrote counts', () => {
  expect(addressOf('192.0.2.66, 198.51.100.7', '127.0.0.1', '1')).toBe('198.51.100.7')
  expect(addressOf('192.0.2.66, 198.51.100.7', '127.0.0.1', 'yes')).toBe('198.51.100.7')
})

test("behind a content network and our own proxy, the outer one's entry counts", () => {
  expect(addressOf('192.0.2.66, 198.51.100.7, 203.0.113.9', '10.0.0.2', '2')).toBe('198.51.100.7')
  expect(addressOf('203.0.113.9', '10.0.0.2', '2')).toBe('203.0.113.9')
})

test('where hops are counted, the header of an internet connection is ignored', () => {
  expect(addressOf('198.51.100.7', '203.0.113.5', '1')).toBe('203.0.113.5')
  expect(addressOf('198.51.100.7', '2001:db8::5', '1')).toBe('2001:db8:0:0::/64')
  for (const peer of [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
  ])
    expect(addressOf('198.51.100.7', peer, '1'), peer).toBe('198.51.100.7')
  for (const peer of ['172.32.0.1', '11.0.0.1', '128.0.0.1', '100.128.0.1'])
    expect(addressOf('198.51.100.7', peer, '1'), peer).toBe(peer)
})

test('where a listed proxy names no address, the entries before it are not believed', () => {
  for (const unnamed of ['unknown', '_hidden', ''])
    expect(addressOf(`198.51.100.9, ${unnamed}, 203.0.113.7`, '127.0.0.1', '127.0.0.1, 203.0.113.0/24')).toBe(
      '127.0.0.1',
    )
})

test('with a list, listed proxies are skipped and no other is trusted', () => {
  const list = '127.0.0.1, 203.0.113.0/24, 2001:db8:9::/48'
  expect(addressOf('192.0.2.66, 198.51.100.7, 203.0.113.9', '127.0.0.1', list)).toBe('198.51.100.7')
  expect(addressOf('198.51.100.7, 2001:db8:9::7', '203.0.113.4', list)).toBe('198.51.100.7')
  expect(addressOf('198.51.100.7', '10.0.0.2', list)).toBe('10.0.0.2')
  expect(addressOf('203.0.113.9', '127.0.0.1', list)).toBe('203.0.113.9')
})

test('a missing or invalid entry falls back to the connection', () => {
  expect(addressOf(undefined, '127.0.0.1', '1')).toBe('127.0.0.1')
  expect(addressOf('198.51.100.7, <script>', '127.0.0.1', '1')).toBe('127.0.0.1')
  expect(addressOf(undefined, undefined, 'no')).toBe('unknown')
})

test('ports and brackets written by a proxy are removed', () => {
  expect(addressOf('198.51.100.7:51234', '127.0.0.1', '1')).toBe('198.51.100.7')
  expect(addressOf('[2001:db8:1:2::1]:443', '127.0.0.1', '1')).toBe('2001:db8:1:2::/64')
})

test('an IPv4-mapped IPv6 address is an IPv4 address', () => {
  expect(addressOf(undefined, '::ffff:203.0.113.5', 'no')).toBe('203.0.113.5')
})

test('all IPv6 addresses of one customer count as one', () => {
  expect(addressOf(undefined, '2001:db8:1:2:aaaa:bbbb:cccc:dddd', 'no')).toBe('2001:db8:1:2::/64')
  expect(addressOf(undefined, '2001:0DB8:1:2::1', 'no')).toBe('2001:db8:1:2::/64')
  expect(addressOf(undefined, '::1', 'no')).toBe('0:0:0:0::/64')
  expect(addressOf(undefined, 'fe80::1%eth0', 'no')).toBe('fe80:0:0:0::/64')
})

test('a setting that is neither a number nor a list of addresses is refused', () => {
  for (const setting of [
    'maybe',
    '',
    '10',
    '-1',
    '1.5',
    '10.0.0.0/33',
    'fc00::/129',
    '10.0.0.1/',
    '10.0.0.1,',
    '10.0.0.1/8/8',
  ])
    expect(parseTrustedProxies(setting), setting).toBeUndefined()
})

test('a request of this machine is direct, local and sent to a local name', () => {
  const local = (peer: string | undefined, url = 'http://localhost:3000/mailbox', headers = {}) =>
    isFromThisMachine(new Request(url, { headers }), peer)
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(local(peer), peer).toBe(true)
  for (const url of ['http://127.0.0.1/', 'http://[::1]:3000/']) expect(local('::1', url), url).toBe(true)
  for (const peer of [undefined, '10.0.0.1', '172.17.0.1', '198.51.100.7', 'fd00::1'])
    expect(local(peer), peer).toBe(false)
  expect(local('127.0.0.1', 'http://evil.example/mailbox')).toBe(false)
  for (const name of [
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
  ])
    expect(local('127.0.0.1', undefined, { [name]: '1' }), name).toBe(false)
})

test('a name is local when it can mean nothing else', () => {
  for (const name of ['localhost', '127.0.0.1', '::1', '[::1]']) expect(isLoopbackName(name), name).toBe(true)
  for (const name of ['0.0.0.0', '::', 'localhost.example', '127.0.0.1.example', '', 'shop'])
    expect(isLoopbackName(name), name).toBe(false)
})

test('an address of this machine has a name at which passkeys work', () => {
  expect(namedOrigin('http://127.0.0.1:3200')).toBe('http://localhost:3200')
  expect(namedOrigin('http://[::1]:3200')).toBe('http://localhost:3200')
  for (const origin of ['http://localhost:3200', 'https://shop.example', 'http://203.0.113.7:3200'])
    expect(namedOrigin(origin)).toBe(origin)
})
