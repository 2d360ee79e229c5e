import { pino } from 'pino'
import { expect, test } from 'vitest'
import { day } from '#app/kit/clock.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import {
  type LimitVerdict,
  openSecurityLog,
  reportLimits,
  type ReportSecurity,
  reportSender,
} from './limits.server.ts'

const today = new Date('2026-11-22T12:00:00Z')

function openLog(secret = 'secret') {
  const lines: string[] = []
  let now = today
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  const of = openSecurityLog({ log, keyedHash: keyedHashOf(secret), now: () => now })
  return {
    of,
    lines,
    setNow: (to: Date) => (now = to),
    last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, string>,
  }
}

function collect() {
  const seen: unknown[] = []
  const report: ReportSecurity = (event, detail) => void seen.push(detail ? [event, detail.limit] : event)
  return { seen, report }
}

test('an event is one line with the request and without the address', () => {
  const { of, lines, last } = openLog()
  of({ requestId: 'r-1', address: '192.0.2.7' })('over_limit', { limit: 'message' })
  expect(lines).toHaveLength(1)
  expect(last()).toMatchObject({ security: 'over_limit', limit: 'message', requestId: 'r-1', level: 40 })
  expect(lines[0]).not.toContain('192.0.2.7')
  expect(Object.keys(last()).toSorted()).toEqual([
    'level',
    'limit',
    'msg',
    'requestId',
    'security',
    'time',
    'visitor',
  ])
})

test('one visitor has one hash per day and secret', () => {
  const { of, last, setNow } = openLog()
  const hashOf = (address: string) => {
    of({ requestId: 'r', address })('link_refused')
    return last().visitor
  }
  const first = hashOf('192.0.2.7')
  expect(first).toMatch(/^[\w-]{16}$/)
  expect(hashOf('192.0.2.7')).toBe(first)
  expect(hashOf('192.0.2.8')).not.toBe(first)
  setNow(new Date(today.getTime() + day))
  expect(hashOf('192.0.2.7')).not.toBe(first)
  const other = openLog('other')
  other.of({ requestId: 'r', address: '192.0.2.7' })('link_refused')
  expect(other.last().visitor).not.toBe(first)
})

test('limits report their refusals, and misses of links and codes as such', async () => {
  const { seen, report } = collect()
  const refused: LimitVerdict = { ok: false, retryAfterSeconds: 5 }
  const open = reportLimits(
    { isOn: true, take: async () => ({ ok: true }), mayTake: async () => ({ ok: true }) },
    report,
  )
  const closed = reportLimits({ isOn: true, take: async () => refused, mayTake: async () => refused }, report)
  expect(await open.take('message', 'a')).toEqual({ ok: true })
  expect(await open.mayTake('privateLinkMiss', 'a')).toEqual({ ok: true })
  expect(seen).toEqual([])
  await open.take('privateLinkMiss', 'a')
  await open.take('codeMiss', 'a')
  expect(await closed.take('message', 'a')).toEqual(refused)
  expect(await closed.mayTake('codeMiss', 'a')).toEqual(refused)
  expect(seen).toEqual([
    'link_refused',
    'code_refused',
    ['over_limit', 'message'],
    ['over_limit', 'codeMiss'],
  ])
})

test('a filled trap and an invalid proof are reported, a browser without script is not', () => {
  const { seen, report } = collect()
  const form = new FormData()
  reportSender(report, form, 'unproven')
  reportSender(report, form, 'proven')
  expect(seen).toEqual([])
  reportSender(report, form, 'trapped')
  form.set('proof', '2026-11-22.1')
  reportSender(report, form, 'proven')
  reportSender(report, form, 'unproven')
  expect(seen).toEqual(['trap_filled', 'proof_refused'])
})
