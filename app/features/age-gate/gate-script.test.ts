import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { gateScript } from './gate-script.ts'
import { recordKey } from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Setting = {
  record?: string | null
  storage?: 'works' | 'blocked' | 'read-only'
  cookie?: string
  keepsCookies?: boolean
  https?: boolean
}

function browser({ record = null, storage = 'works', cookie, keepsCookies = true, https = false }: Setting) {
  const stored = new Map<string, string>(record === null ? [] : [[recordKey, record]])
  const jar = new Map<string, string>(cookie === undefined ? [] : [[recordKey, encodeURIComponent(cookie)]])
  const written: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  const addEventListener = (name: string, listener: (event: object) => void) => listeners.set(name, listener)
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const reload = vi.fn()
  const dataset: Record<string, string> = {}
  const window = {
    addEventListener,
    navigator: { cookieEnabled: keepsCookies },
    location: { protocol: https ? 'https:' : 'http:', pathname: '/drops', search: '', hash: '', reload },
    get localStorage() {
      if (storage === 'blocked') refuse()
      return {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) =>
          storage === 'read-only' ? refuse() : stored.set(key, value),
        removeItem: (key: string) => stored.delete(key),
      }
    },
    document: {
      hidden: false,
      addEventListener,
      documentElement: { dataset },
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(text: string) {
        written.push(text)
        if (!keepsCookies) return
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
        if (text.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
      },
    },
  }
  return { window, stored, jar, written, listeners, reload, dataset }
}

function run(kind: 'gate' | 'inside', setting: Setting) {
  const seen = browser(setting)
  vi.stubGlobal('document', seen.window.document)
  vi.stubGlobal('location', seen.window.location)
  // What browsers do with it: the very text that is sent, seeing nothing but globals.
  // oxlint-disable-next-line typescript/no-implied-eval -- the text under test is our own
  const script = new Function('window', gateScript(kind)) as (window: object) => void
  script(seen.window)
  return seen
}

function recordOf(at: Date) {
  return JSON.stringify({ verified: true, timestamp: at.toISOString() })
}

const aged = (ms: number) => after(now, -ms)

describe('on the gate', () => {
  test('a fresh record writes the cookie, ending with the record, and reloads at once', () => {
    const at = aged(29 * day)
    const { jar, written, reload, dataset } = run('gate', { record: recordOf(at) })
    expect(jar.get(recordKey)).toBe(encodeURIComponent(at.toISOString()))
    expect(written.at(-1)).toContain('Path=/; SameSite=Lax; Max-Age=86400')
    expect(reload).toHaveBeenCalledTimes(1)
    expect(dataset.age).toBe('wait')
  })

  test('the cookie is for https only where the page is', () => {
    expect(run('gate', { record: recordOf(now) }).written[0]).not.toContain('Secure')
    expect(run('gate', { record: recordOf(now), https: true }).written[0]).toMatch(
      /^__Host-paco-age=.+; Secure$/,
    )
  })

  test('no record asks', () => {
    const { reload, listeners } = run('gate', {})
    expect(reload).not.toHaveBeenCalled()
    expect(listeners.has('DOMContentLoaded')).toBe(true)
  })

  test.each([
    ['30 days old', recordOf(aged(30 * day))],
    ['from the future', recordOf(after(now, 2 * minute))],
    ['not verified', JSON.stringify({ verified: false, timestamp: now.toISOString() })],
    ['without a time', JSON.stringify({ verified: true })],
    ['not an object', '"yes"'],
    ['null', 'null'],
    ['not JSON', '{verified'],
  ])('a record that is %s is removed with its cookie, and asks', (_, record) => {
    const { stored, jar, reload, listeners } = run('gate', { record, cookie: aged(31 * day).toISOString() })
    expect(stored.has(recordKey)).toBe(false)
    expect(jar.has(recordKey)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
    expect(listeners.has('DOMContentLoaded')).toBe(true)
  })

  test('a cookie that the browser does not keep asks, and never reloads', () => {
    const { reload, listeners } = run('gate', { record: recordOf(now), keepsCookies: false })
    expect(reload).not.toHaveBeenCalled()
    expect(listeners.has('DOMContentLoaded')).toBe(true)
  })

  test('a cookie that equals the record but was refused is not set again', () => {
    const { reload } = run('gate', { record: recordOf(now), cookie: now.toISOString() })
    expect(reload).not.toHaveBeenCalled()
  })

  test('a cookie that differs from a fresh record is set right', () => {
    const { jar, reload } = run('gate', { record: recordOf(now), cookie: aged(31 * day).toISOString() })
    expect(jar.get(recordKey)).toBe(encodeURIComponent(now.toISOString()))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('blocked storage asks', () => {
    const { reload, listeners } = run('gate', { storage: 'blocked' })
    expect(reload).not.toHaveBeenCalled()
    expect(listeners.has('DOMContentLoaded')).toBe(true)
  })

  test('an answer given in another window opens this one when it is looked at again', () => {
    const { stored, jar, listeners, reload } = run('gate', {})
    stored.set(recordKey, recordOf(now))
    jar.set(recordKey, encodeURIComponent(now.toISOString()))
    listeners.get('visibilitychange')?.({})
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('behind the gate', () => {
  test('record and cookie that agree are left alone', () => {
    const { written, reload, stored } = run('inside', { record: recordOf(now), cookie: now.toISOString() })
    expect(written).toEqual([])
    expect(reload).not.toHaveBeenCalled()
    expect(stored.get(recordKey)).toBe(recordOf(now))
  })

  test('a missing record clears the cookie and reloads', () => {
    const { jar, stored, reload, dataset } = run('inside', { cookie: now.toISOString() })
    expect(jar.size).toBe(0)
    expect(stored.size).toBe(0)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(dataset.age).toBe('wait')
  })

  test('an expired record is removed with its cookie, and reloads', () => {
    const { jar, stored, reload } = run('inside', {
      record: recordOf(aged(30 * day)),
      cookie: now.toISOString(),
    })
    expect(jar.size).toBe(0)
    expect(stored.size).toBe(0)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test.each(['blocked', 'read-only'] as const)('with %s storage the cookie alone decides', (storage) => {
    const { jar, reload } = run('inside', { storage, cookie: now.toISOString() })
    expect(jar.size).toBe(1)
    expect(reload).not.toHaveBeenCalled()
  })

  test('a cookie that cannot be cleared does not reload for ever', () => {
    expect(run('inside', { cookie: now.toISOString(), keepsCookies: false }).reload).not.toHaveBeenCalled()
  })

  test('a page from the back-forward cache is checked again, a page just loaded is not', () => {
    const { stored, listeners, reload } = run('inside', { record: recordOf(now), cookie: now.toISOString() })
    stored.clear()
    listeners.get('pageshow')?.({ persisted: false })
    expect(reload).not.toHaveBeenCalled()
    listeners.get('pageshow')?.({ persisted: true })
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('a page that was open for 30 days shows the gate when it is looked at again', () => {
    const { listeners, reload } = run('inside', { record: recordOf(now), cookie: now.toISOString() })
    vi.setSystemTime(after(now, 30 * day))
    listeners.get('visibilitychange')?.({})
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

test.each(['inside', 'gate'] as const)(
  'the text of %s is safe inside a script element and is the same each time',
  (place) => {
    expect(gateScript(place)).not.toMatch(/<\/|<!--/)
    expect(gateScript(place)).toBe(gateScript(place))
  },
)
