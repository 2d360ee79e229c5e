import { expect, test } from 'vitest'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { invoiceDue, maxInvoiceUnits } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const terms = { holdHours: 24, dueDays: 7 }
const unit = { kind: 'drop_unit' as const, refundUntil: null }
const light = { kind: 'accessory' as const, refundUntil: null }
const seat = (refundUntil: Date) => ({ kind: 'course_seat' as const, refundUntil })

test('an invoice for numbered items is due in hours, otherwise in days', () => {
  expect(invoiceDue([light], terms, now)).toEqual({ ok: true, dueAt: after(now, 7 * day) })
  expect(invoiceDue([light, unit], terms, now)).toEqual({ ok: true, dueAt: after(now, day) })
  expect(invoiceDue([unit], { holdHours: 72, dueDays: 1 }, now)).toEqual({ ok: true, dueAt: after(now, day) })
})

test('an invoice for a seat is due before its roster closes, or refused', () => {
  expect(invoiceDue([seat(after(now, 5 * day))], terms, now)).toEqual({ ok: true, dueAt: after(now, day) })
  const soon = after(now, 3 * hour)
  expect(invoiceDue([light, seat(soon)], terms, now)).toEqual({ ok: true, dueAt: soon })
  expect(invoiceDue([seat(after(now, 59 * minute))], terms, now)).toMatchObject({
    why: 'too_late_for_invoice',
  })
  expect(invoiceDue([seat(after(now, -day))], terms, now)).toMatchObject({ why: 'too_late_for_invoice' })
})

test('an invoice may be due in an hour, not sooner', () => {
  const soon = after(now, hour)
  expect(invoiceDue([seat(soon)], terms, now)).toEqual({ ok: true, dueAt: soon })
})

test('an invoice for a balance is due when the balance is, however soon', () => {
  const balance = { kind: 'balance' as const, refundUntil: null }
  for (const dueAt of [after(now, minute), after(now, 30 * day)])
    expect(invoiceDue([balance], terms, now, dueAt)).toEqual({ ok: true, dueAt })
})

test('an invoice holds few numbered items', () => {
  const units = (count: number) => Array.from({ length: count }, () => unit)
  expect(invoiceDue([...units(maxInvoiceUnits), light], terms, now).ok).toBe(true)
  expect(invoiceDue(units(maxInvoiceUnits + 1), terms, now)).toEqual({
    ok: false,
    why: 'too_many_for_invoice',
  })
})
