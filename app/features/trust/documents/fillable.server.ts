import { siteTitle } from '#app/kit/brand.ts'
import { finishDocument, openDocument } from '#app/pdf/document.server.ts'
import { writeChapter } from '#app/pdf/page-flow.server.ts'
import type { Block } from '#app/pdf/blocks.server.ts'
import { openSheet } from '#app/pdf/page-styles.server.ts'
import { articles, declarationWords as words } from '../data/declaration.ts'
import { templateNotice, templatesAsOf, type StateTemplate } from '../data/state-templates.ts'
import type { Answers } from '../rules.ts'
import { trustDetailsOf } from './trust-details.server.ts'

/** The declaration of trust as a PDF whose blanks are fields, filled with the answers and still editable. */
export async function writeFillable(
  answers: Answers,
  template: StateTemplate,
  at: Date,
): Promise<Uint8Array> {
  const document = openDocument({
    title: siteTitle(words.title),
    subject: 'Fillable trust template. Not legal advice.',
    at,
  })
  const flow = openSheet(document, {
    title: words.title,
    lead: words.template,
    foot: `Template${of(template)}, as of ${templatesAsOf}. Not legal advice.`,
  })
  writeChapter(flow, words.details, [
    ...template.notes.map((text) => ({ kind: 'aside' as const, text })),
    ...trustDetailsOf(answers).flatMap(({ title, blanks }): Block[] => [
      { kind: 'strong', text: title },
      { kind: 'fields', fields: blanks },
      ...(title === 'Trustees' ? actingBoxes(answers) : []),
    ]),
  ])
  articles.forEach(({ title, says, clauses }, n) => {
    writeChapter(flow, `${n + 1}. ${title}`, [
      { kind: 'aside', text: says },
      {
        kind: 'numbered',
        chapter: n + 1,
        texts: clauses.map((clause) => clause.replaceAll('{law}', template.law)),
      },
    ])
  })
  writeChapter(
    flow,
    words.signatures,
    [
      { kind: 'text', text: words.signed },
      { kind: 'rules', labels: ['Settlor', 'Date', 'Trustee', 'Date', 'Trustee', 'Date', 'Trustee', 'Date'] },
      { kind: 'strong', text: words.witnesses },
      { kind: 'note', text: witnessNote(template) },
      {
        kind: 'rules',
        labels: ['Witness: signature and name', 'Address', 'Witness: signature and name', 'Address'],
      },
    ],
    { isOnNewPage: true },
  )
  writeChapter(flow, words.notary, [
    ...venue(template).map((text) => ({ kind: 'text' as const, text })),
    ...template.notary.map((line) => ({ kind: 'text' as const, text: line.replaceAll('___', blankLine) })),
    { kind: 'rules', labels: ['Signature of the notary, and seal', 'My commission expires'] },
    { kind: 'note', text: templateNotice },
  ])
  writeChapter(
    flow,
    words.scheduleA,
    [
      { kind: 'text', text: words.scheduleALead },
      ...Array.from(
        { length: words.scheduleRows },
        (_, row): Block => ({
          kind: 'fields',
          fields: words.scheduleColumns.slice(0, 3).map((label, column) => ({
            name: `property${row + 1}${['Date', 'What', 'Serial'][column]}`,
            label,
            value: '',
            share: [0.18, 0.52, 0.3][column] ?? 0.3,
            maxLength: 90,
          })),
        }),
      ),
      { kind: 'rules', labels: ['Signed by the Settlor', 'Date'] },
    ],
    { isOnNewPage: true },
  )
  return finishDocument(document)
}

/** State and county of signing, as the notary's certificate begins. */
export function venue({ law, code, district }: StateTemplate): string[] {
  const place = code === '' ? `State of ${blankLine}` : law.replace(/^the /, '')
  return [
    place.charAt(0).toUpperCase() + place.slice(1),
    ...(district ? [`${district} of ${blankLine}`] : []),
  ]
}

/** The note above the witness lines. */
export function witnessNote({ name, witnesses }: StateTemplate): string {
  return witnesses === 0
    ? 'Two lines, if you want witnesses or your state requires them.'
    : `The ${name} version has two witnesses; see the note on the first page.`
}

const blankLine = '__________________'

function actingBoxes({ acting }: Answers): Block[] {
  return [
    { kind: 'note', text: `${words.acting}:` },
    {
      kind: 'boxes',
      boxes: [
        { name: 'actingAlone', title: words.actingAlone, text: '', isChecked: acting === 'alone' },
        { name: 'actingTogether', title: words.actingTogether, text: '', isChecked: acting === 'together' },
      ],
    },
  ]
}

function of({ name }: StateTemplate): string {
  return name ? ` for ${name}` : ''
}
