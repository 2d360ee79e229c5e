import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { operationsOf } from '#test/pdf-content.ts'
import { pageText } from '#test/pdf.ts'
import { writeTrainingCertificate } from './documents.server.ts'

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
