import { PDFDocument } from '@cantoo/pdf-lib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { textOf } from '#test/pdf.ts'
import { states } from '../compliance/rules/states.ts'
import { genericTemplate, stateTemplates } from './data/state-templates.ts'
import type { Answers } from './worksheet.ts'
import {
  engravingGuide,
  form4Walkthrough,
  writeChecklist,
  writeFillable,
  writeGuide,
  writeWord,
} from './documents.server.ts'

const at = new Date('2026-11-21T12:00:00Z')
const answers: Answers = {
  trustName: 'Elm Street <Trust> & "Sons"',
  settlorName: 'Jordan O’Buyer',
  settlorPlace: 'Tallahassee, Florida',
  trustee1Name: 'Jordan O’Buyer',
  trustee1Place: 'Tallahassee, Florida',
  trustee2Name: 'Riley Example',
  trustee2Place: 'Mobile, Alabama',
  acting: 'alone',
  successor1Name: 'Sam Example',
  successor1Place: 'Boise, Idaho',
  beneficiary1Name: 'Alex Example',
  beneficiary1Share: '60%',
  beneficiary2Name: 'Kim Example',
  beneficiary2Share: '40%',
  state: 'FL',
  county: 'Leon',
  signedOn: '2026-12-01',
}
const templateFor = (code: string) =>
  stateTemplates.find((template) => template.code === code) ?? genericTemplate

async function wordXml(given: Answers, code: string): Promise<string> {
  const files = unzipSync(await writeWord(given, templateFor(code)))
  expect(Object.keys(files)).toContain('[Content_Types].xml')
  return strFromU8(files['word/document.xml'] ?? new Uint8Array())
}

test('the Word document has the answers, escaped', async () => {
  const xml = await wordXml(answers, 'FL')
  expect(xml).toContain('Elm Street &lt;Trust&gt; &amp; &quot;Sons&quot;')
  for (const words of ['Jordan O’Buyer', 'Riley Example', 'Sam Example', '60%', 'Leon', 'December 1, 2026'])
    expect(xml).toContain(words)
  expect(xml).toContain('The law of the State of Florida governs this document.')
  expect(xml).toContain('online notarization')
  expect(xml).toContain('not legal advice')
  expect(xml).toContain('\u2612 Each alone')
  expect(xml).not.toContain('<Trust>')
  expect(xml).toContain('Trustee 2: full name')
  expect(xml).not.toContain('Trustee 3: full name') // nobody was named there
})

test('the blank Word document marks its blanks', async () => {
  const xml = await wordXml({}, '')
  expect(xml.match(/w:highlight w:val="yellow"/g)?.length).toBeGreaterThan(20)
  expect(xml).toContain('\u2610 Each alone')
  expect(xml).toContain('the state named in the Trust Information')
})

test('the fillable PDF has an editable field for every blank', async () => {
  const pdf = await PDFDocument.load(await writeFillable(answers, templateFor('FL'), at))
  const form = pdf.getForm()
  expect(form.getFields()).toHaveLength(60)
  expect(form.getTextField('trustName').getText()).toBe('Elm Street <Trust> & "Sons"')
  expect(form.getTextField('trustee2Place').getText()).toBe('Mobile, Alabama')
  expect(form.getTextField('beneficiary2Share').getText()).toBe('40%')
  expect(form.getTextField('state').getText()).toBe('Florida')
  expect(form.getTextField('signedOn').getText()).toBe('December 1, 2026')
  expect(form.getTextField('trustee3Name').getText() ?? '').toBe('')
  expect(form.getCheckBox('acting-alone').isChecked()).toBe(true)
  expect(form.getCheckBox('acting-together').isChecked()).toBe(false)
  for (const field of form.getFields()) expect(field.isReadOnly()).toBe(false)
  form.getTextField('trustName').setText('Another Trust')
  expect((await PDFDocument.load(await pdf.save())).getForm().getTextField('trustName').getText()).toBe(
    'Another Trust',
  )
})

test('characters missing in our font still reach the field', async () => {
  const given = { settlorName: '李 Example' }
  const form = (await PDFDocument.load(await writeFillable(given, genericTemplate, at))).getForm()
  expect(form.getTextField('settlorName').getText()).toBe('李 Example')
})

test('every state has a version with its law and notary certificate', () => {
  expect(stateTemplates.map(({ code, name }) => ({ code, name }))).toEqual(states)
  for (const { law, name, notary } of stateTemplates) {
    expect(law).toContain(name)
    expect(notary.length).toBeGreaterThan(0)
  }
  expect(templateFor('VA').law).toBe('the Commonwealth of Virginia')
  expect(templateFor('LA')).toMatchObject({ district: 'Parish', witnesses: 2 })
})

test('the most different versions can be written as Word and PDF', async () => {
  for (const template of stateTemplates.filter(({ code }) => ['CA', 'DC', 'LA'].includes(code))) {
    expect((await writeFillable({}, template, at)).byteLength).toBeGreaterThan(10_000)
    expect((await writeWord({}, template)).byteLength).toBeGreaterThan(5_000)
  }
})

test('guides have their title and leave out claims without a source', async () => {
  for (const guide of [engravingGuide, form4Walkthrough]) {
    const pdf = await PDFDocument.load(await writeGuide(guide, {}, at))
    expect(pdf.getTitle()).toBe(`${guide.title} | PACo`)
    expect(textOf(pdf)).not.toMatch(/[{*]/)
  }
})

test('every document is accessible', async () => {
  const written = await Promise.all([
    writeGuide(engravingGuide, {}, at),
    writeGuide(form4Walkthrough, {}, at),
    writeChecklist({}, at),
    writeFillable(answers, templateFor('FL'), at),
    writeFillable({}, genericTemplate, at),
  ])
  for (const bytes of written) expect(accessibilityFaults(await PDFDocument.load(bytes))).toEqual([])
})

test('the checklist has eight check boxes', async () => {
  const form = (await PDFDocument.load(await writeChecklist({}, at))).getForm()
  expect(form.getFields()).toHaveLength(8)
  for (const field of form.getFields()) expect(form.getCheckBox(field.getName()).isChecked()).toBe(false)
})
