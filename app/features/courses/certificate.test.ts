import { expect, test } from 'vitest'
import { after, hour, minute } from '#app/kit/clock.ts'
import { type CertificateBasis, certificateGap, formatCertificateCode, licensesOn } from './roster.ts'
import { isMoved } from './rules.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { operationsOf } from '#test/pdf-content.ts'
import { pageText } from '#test/pdf.ts'
import { writeTrainingCertificate } from './documents.server.ts'

const at = new Date('2026-12-05T20:00:00Z')
const license = { name: 'Instructor', number: '1', expiresOn: '2026-12-05' }
const whole: CertificateBasis = {
  liveFireRounds: 50,
  instructor: { licenses: [license] },
  heldOn: '2026-12-05',
  checkedInAt: at,
  liveFireAt: at,
  noShowAt: null,
}

test('a certificate needs live fire, attendance, and an instructor licensed on the day', () => {
  expect(certificateGap(whole)).toBeNull()
  expect(certificateGap({ ...whole, liveFireRounds: 0 })).toBe('no_live_fire_course')
  expect(certificateGap({ ...whole, checkedInAt: null })).toBe('not_attended')
  expect(certificateGap({ ...whole, noShowAt: at })).toBe('not_attended')
  expect(certificateGap({ ...whole, liveFireAt: null })).toBe('not_fired')
  expect(certificateGap({ ...whole, instructor: null })).toBe('no_instructor')
  expect(certificateGap({ ...whole, heldOn: '2026-12-06' })).toBe('no_license')
})

test('only licenses that were good on the day are named', () => {
  const other = { ...license, number: '2', expiresOn: '2027-01-01' }
  expect(licensesOn([license, other], '2026-12-06')).toEqual([other])
})

test('a code is read in groups of four', () => {
  expect(formatCertificateCode('7KQ2M94T3BXA')).toBe('7KQ2-M94T-3BXA')
})

test('a class is moved by another time or place, not by another instructor or seats', () => {
  const was = { startsAt: at, endsAt: after(at, 8 * hour), place: 'Here' }
  expect(isMoved(was, { ...was })).toBe(false)
  expect(isMoved(was, { ...was, startsAt: after(at, minute) })).toBe(true)
  expect(isMoved(was, { ...was, endsAt: after(at, 9 * hour) })).toBe(true)
  expect(isMoved(was, { ...was, place: 'There' })).toBe(true)
})

const facts = {
  course: 'Handgun Fundamentals',
  hours: 8,
  liveFireRounds: 50,
  heldOn: '2026-12-05',
  place: 'Homestead Training Center',
  instructor: 'Alex Reyes',
  licenses: [{ name: 'Instructor', number: 'K 1' }],
}

async function certificateOf(student: string) {
  const certificate = { code: '7KQ2M94T3BXA', student, facts, issuedAt: new Date('2026-12-06T12:00:00Z') }
  const shop = {
    licensee: 'Biscayne Arms Works LLC',
    publicUrl: 'https://shop.example',
    timeZone: 'America/New_York',
  }
  const pdf = await PDFDocument.load(await writeTrainingCertificate(certificate, shop))
  const page = pdf.getPage(0)
  const baselines = operationsOf(page.node, 'Contents')
    .filter(({ operator }) => operator === 'Tm')
    .map(({ operands }) => Number(operands[5]))
  return { pages: pdf.getPageCount(), baselines, text: pageText(page) }
}

const sameLine = 6

test('the longest name leaves the lines below it their room', async () => {
  for (const student of ['Jordan Ruiz', 'W'.repeat(120), 'Maximiliane '.repeat(10).trim()]) {
    const { pages, baselines, text } = await certificateOf(student)
    expect(pages).toBe(1)
    expect(text.replaceAll(/\s/g, '')).toContain('BiscayneArmsWorksLLC')
    expect(text.replaceAll(/\s/g, '')).toContain(student.replaceAll(' ', ''))
    for (const [at, baseline] of baselines.slice(1).entries())
      expect(baseline).toBeLessThanOrEqual((baselines[at] ?? 0) + sameLine)
  }
})

test('a name with letters that the typeface lacks says so', async () => {
  expect((await certificateOf('Nguyễn Thị Phượng')).text).not.toContain('question mark')
  const { text } = await certificateOf('Иван Petrov')
  expect(text).toContain('???? Petrov')
  expect(text).toContain('A question mark stands for a letter that this typeface does not have.')
})
