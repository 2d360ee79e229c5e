import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { articles, declarationWords as words } from './data/declaration.ts'
import { templateNotice, templatesAsOf, type StateTemplate } from './data/state-templates.ts'
import { type Answers, maxPeople } from './rules.ts'
import { finishDocument, openDocument } from '#app/pdf/document.server.ts'
import { writeChapter } from '#app/pdf/page-flow.server.ts'
import type { Block } from '#app/pdf/blocks.server.ts'
import { openSheet } from '#app/pdf/page-styles.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { type Cited, interpolateClaims, citedKeys } from '../pages/rules.ts'
import { checklistGuide, guideNotice, type PackGuide } from './data/guides.ts'
import { checklists } from './data/trust.ts'
import { letteringPath } from '#app/art/pantograph/lettering.ts'
import type { Drawing, PaintedPath } from '#app/pdf/drawing.server.ts'

export async function writeWord(answers: Answers, template: StateTemplate): Promise<Uint8Array> {
  const document = new Document({
    creator: brand,
    title: words.title,
    description: 'Template of a trust. Not legal advice.',
    styles: {
      default: {
        document: { run: { font: 'Georgia', size: 22 }, paragraph: { spacing: { after: 120, line: 288 } } },
        title: { run: { size: 44, color: '191714' }, paragraph: { spacing: { after: 160 } } },
        heading1: {
          run: { size: 26, bold: true, color: '191714' },
          paragraph: { spacing: { before: 320, after: 80 }, keepNext: true },
        },
        heading2: {
          run: { size: 22, bold: true, color: '8A6A2F' },
          paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
        },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 12_240, height: 15_840 } } },
        footers: { default: footer(template) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(words.title)] }),
          remark(words.template),
          remark(words.marked),
          ...template.notes.map((note) => remark(note)),
          ...details(answers),
          ...articleParagraphs(template),
          ...signatures(template),
          ...schedule(),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

function details(answers: Answers) {
  return [
    heading(words.details),
    ...trustDetailsOf(answers).flatMap(({ title, blanks }) => {
      const answered = blanks.filter(({ value }) => value !== '')
      // One blank row is enough for a list without answers: rows are easy to add in Word.
      const shown = answered.length > 0 ? withPairs(blanks, answered) : blanks.slice(0, 2)
      return [
        new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(title)] }),
        table(shown.map(({ label, value }) => [[new TextRun({ text: label, size: 19 })], [answer(value)]])),
        ...(title === 'Trustees' ? [acting(answers)] : []),
      ]
    }),
  ]
}

function withPairs(blanks: readonly TrustDetail[], answered: readonly TrustDetail[]): readonly TrustDetail[] {
  if (blanks.length <= 3) return blanks
  return blanks.filter((blank, at) => {
    const pair = blanks[at % 2 === 0 ? at + 1 : at - 1]
    return answered.includes(blank) || (pair !== undefined && answered.includes(pair))
  })
}

function acting({ acting: chosen }: Answers): Paragraph {
  const box = (isChosen: boolean) => (isChosen ? '\u2612' : '\u2610')
  return new Paragraph({
    spacing: { before: 120 },
    children: [
      new TextRun(
        `${words.acting}:  ${box(chosen === 'alone')} ${words.actingAlone}   ${box(chosen === 'together')} ${words.actingTogether}`,
      ),
    ],
  })
}

function articleParagraphs({ law }: StateTemplate): Paragraph[] {
  return articles.flatMap(({ title, says, clauses }, n) => [
    heading(`${n + 1}. ${title}`),
    remark(says),
    ...clauses.map(
      (clause, at) =>
        new Paragraph({
          indent: { left: 560, hanging: 560 },
          tabStops: [{ type: 'left', position: 560 }],
          children: [new TextRun(`${n + 1}.${at + 1}\t${clause.replaceAll('{law}', law)}`)],
        }),
    ),
  ])
}

function signatures(template: StateTemplate) {
  const line = (label: string) =>
    new Paragraph({ spacing: { before: 360 }, children: [blank(), new TextRun(`  ${label}`)] })
  return [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      pageBreakBefore: true,
      children: [new TextRun(words.signatures)],
    }),
    plain(words.signed),
    ...['Settlor, date', 'Trustee, date', 'Trustee, date', 'Trustee, date'].map(line),
    heading(words.witnesses),
    remark(witnessNote(template)),
    ...['Witness, address', 'Witness, address'].map(line),
    heading(words.notary),
    ...venue(template).map(withBlanks),
    ...template.notary.map(withBlanks),
    ...['Notary, seal', 'My commission expires'].map(line),
    remark(templateNotice),
  ]
}

function schedule() {
  const rows = Array.from({ length: words.scheduleRows }, () =>
    words.scheduleColumns.map(() => [new TextRun('')]),
  )
  return [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      pageBreakBefore: true,
      children: [new TextRun(words.scheduleA)],
    }),
    remark(words.scheduleALead),
    table([
      words.scheduleColumns.map((label) => [new TextRun({ text: label, size: 19, bold: true })]),
      ...rows,
    ]),
  ]
}

function footer({ name }: StateTemplate): Footer {
  const template = name ? `Template for ${name}` : 'Template'
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({
            size: 16,
            color: '6A655D',
            children: [
              `${template}, as of ${templatesAsOf}. Not legal advice.   `,
              PageNumber.CURRENT,
              ' / ',
              PageNumber.TOTAL_PAGES,
            ],
          }),
        ],
      }),
    ],
  })
}

function table(rows: ParagraphChild[][][]): Table {
  const edge = { style: BorderStyle.SINGLE, size: 4, color: 'CFCAC2' }
  const [first = []] = rows
  const width = first.length === 2 ? [36, 64] : [14, 46, 24, 16]
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: edge,
      bottom: edge,
      left: edge,
      right: edge,
      insideHorizontal: edge,
      insideVertical: edge,
    },
    rows: rows.map(
      (cells) =>
        new TableRow({
          cantSplit: true,
          children: cells.map(
            (children, at) =>
              new TableCell({
                width: { size: width[at] ?? 25, type: WidthType.PERCENTAGE },
                margins: { top: 70, bottom: 70, left: 110, right: 110 },
                children: [new Paragraph({ spacing: { after: 0 }, children })],
              }),
          ),
        }),
    ),
  })
}

function heading(text: string): Paragraph {
  return new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(text)] })
}

function plain(text: string): Paragraph {
  return new Paragraph({ children: [new TextRun(text)] })
}

function remark(text: string): Paragraph {
  return new Paragraph({ children: [new TextRun({ text, italics: true, size: 19, color: '6A655D' })] })
}

function answer(value: string): TextRun {
  return value === '' ? blank() : new TextRun({ text: value, bold: true })
}

function blank(): TextRun {
  return new TextRun({ text: '____________________________', highlight: 'yellow' })
}

function withBlanks(line: string): Paragraph {
  const parts = line.split(/_{3,}/)
  return new Paragraph({
    children: parts.flatMap((part, at) => (at === 0 ? [new TextRun(part)] : [blank(), new TextRun(part)])),
  })
}

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

function venue({ law, code, district }: StateTemplate): string[] {
  const place = code === '' ? `State of ${blankLine}` : law.replace(/^the /, '')
  return [
    place.charAt(0).toUpperCase() + place.slice(1),
    ...(district ? [`${district} of ${blankLine}`] : []),
  ]
}

function witnessNote({ name, witnesses }: StateTemplate): string {
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

type TrustDetail = { name: string; label: string; value: string; share: number; maxLength: number }

type TrustDetailGroup = { title: string; blanks: TrustDetail[] }

function trustDetailsOf(answers: Answers): TrustDetailGroup[] {
  const { trustName, settlor, trustees, successors, beneficiaries, state, county, signedOn } = answers
  return [
    {
      title: 'The Trust',
      blanks: [trustDetailsBlank('trustName', 'Name of the Trust', trustName, 1)],
    },
    {
      title: 'Settlor',
      blanks: [
        trustDetailsBlank('settlorName', 'Full name', settlor.name, 0.5),
        trustDetailsBlank('settlorPlace', 'City and state', settlor.place, 0.5),
      ],
    },
    { title: 'Trustees', blanks: people('trustee', 'Trustee', trustees, maxPeople.trustees) },
    {
      title: 'Successor Trustees, in this order',
      blanks: people('successor', 'Successor', successors, maxPeople.successors),
    },
    {
      title: 'Beneficiaries',
      blanks: Array.from({ length: maxPeople.beneficiaries }, (_, at) => [
        trustDetailsBlank(
          `beneficiary${at + 1}Name`,
          `Beneficiary ${at + 1}: full name`,
          beneficiaries[at]?.name,
          0.7,
        ),
        trustDetailsBlank(`beneficiary${at + 1}Share`, 'Share', beneficiaries[at]?.share, 0.3),
      ]).flat(),
    },
    {
      title: 'Place and law',
      blanks: [
        trustDetailsBlank('governingState', 'State whose law governs', stateName(state) ?? '', 0.34),
        trustDetailsBlank('county', 'County (or parish, district) of signing', county, 0.4),
        trustDetailsBlank('signedOn', 'Date of signing', longDate(signedOn), 0.26),
      ],
    },
  ]
}

function longDate(on: string): string {
  if (on === '') return ''
  return new Date(`${on}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

function people(name: string, label: string, answered: Answers['trustees'], max: number): TrustDetail[] {
  return Array.from({ length: max }, (_, at) => [
    trustDetailsBlank(`${name}${at + 1}Name`, `${label} ${at + 1}: full name`, answered[at]?.name, 0.5),
    trustDetailsBlank(`${name}${at + 1}Place`, 'City and state', answered[at]?.place, 0.5),
  ]).flat()
}

function trustDetailsBlank(
  name: string,
  label: string,
  value: string | undefined,
  share: number,
): TrustDetail {
  return { name, label, value: value ?? '', share, maxLength: 90 }
}

export function sentencesOf({ chapters }: PackGuide): string[] {
  return chapters.flatMap(({ text = [], terms = [] }) => [...text, ...terms.map((term) => term.text)])
}

export const checklistSentences = checklists.flatMap(({ items }) => items.map(({ text }) => text))

export async function writeGuide(guide: PackGuide, cited: Cited, at: Date): Promise<Uint8Array> {
  const { document, flow } = begin(guide, at)
  for (const { title, text = [], terms = [], figure } of guide.chapters)
    writeChapter(flow, title, [
      ...interpolateClaims(text, cited).map((words) => ({ kind: 'text' as const, text: words })),
      ...(figure === 'marking' ? [{ kind: 'figure' as const, drawing: markingDrawing }] : []),
      ...(terms.length > 0 ? [{ kind: 'terms' as const, terms: [...terms] }] : []),
    ])
  writeChapter(flow, 'Sources', sources(sentencesOf(guide), cited))
  return finishDocument(document)
}

export async function writeChecklist(cited: Cited, at: Date): Promise<Uint8Array> {
  const { document, flow } = begin(checklistGuide, at)
  for (const { title, items } of checklists)
    writeChapter(flow, title, [
      {
        kind: 'boxes',
        boxes: items.map(({ id, title: point, text }) => ({
          name: id,
          title: point,
          text: interpolateClaims(sentencesIn(text), cited).join(' '),
        })),
      },
    ])
  writeChapter(flow, 'Sources', sources(checklistSentences, cited))
  return finishDocument(document)
}

function begin({ title, subject, lead }: Pick<PackGuide, 'title' | 'subject' | 'lead'>, at: Date) {
  const document = openDocument({ title: siteTitle(title), subject: `${subject}. Not legal advice.`, at })
  const flow = openSheet(document, {
    title,
    lead: `${lead} Not legal advice.`,
    foot: `${title}. General information, not legal advice.`,
  })
  return { document, flow }
}

/** Splits a text so that a claim without a source removes only its own sentence. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.}]) (?=[A-Z{])/)
}

function sources(sentences: readonly string[], cited: Cited): Block[] {
  const claims = [...new Set(citedKeys(sentences))].flatMap((key) => cited[key] ?? [])
  return [
    { kind: 'text', text: guideNotice },
    ...claims.flatMap(({ text, source, reviewedOn }): Block[] => [
      { kind: 'note', text: `${text} As of ${formatCalendarDate(reviewedOn)}. ${source}`.trim() },
    ]),
  ]
}

const ink = '#191714'
const accent = '#8a6a2f'

const markingDrawing: Drawing = {
  alt: 'Left: a serial number with its letters measured from base to top, at least 1/16 inch. Right: a stroke in section, its depth measured from the flat surface of the metal and not from the ridges beside it, at least .003 inch.',
  frame: { x: 0, y: 0, width: 468, height: 168 },
  paths: () => [
    line('M0 0H214V168H0Z', 0.5),
    {
      d: letteringPath('A01', { height: 52, tracking: 0.08, x: 22, y: 104 }),
      stroke: ink,
      width: 3.4,
    },
    measure('M12 52H206M12 104H206'),
    arrow(196, 52, 104),
    label('1/16 in', 204, 136, 'end'),
    label('Height', 14, 136),
    line('M254 0H468V168H254Z', 0.5),
    { d: `${surface}V168H254Z`, fill: '#efece6' },
    { d: surface, stroke: ink, width: 1.4 },
    measure('M262 74H460M348 112H420'),
    arrow(412, 74, 112),
    label('.003 in', 460, 60, 'end'),
    label('Depth', 268, 60),
  ],
}

const surface =
  'M254 74H320C326 74 330 73 334 66C338 73 340 76 344 84L356 112L368 84C372 76 374 73 378 66C382 73 386 74 392 74H468'

function line(d: string, width: number): PaintedPath {
  return { d, stroke: '#cfcac2', width }
}

function measure(d: string): PaintedPath {
  return { d, stroke: accent, width: 0.8, dash: [5, 3] }
}

function arrow(x: number, from: number, to: number): PaintedPath {
  const heads = `M${x - 3} ${from + 6}L${x} ${from}L${x + 3} ${from + 6}M${x - 3} ${to - 6}L${x} ${to}L${x + 3} ${to - 6}`
  return { d: `M${x} ${from}V${to}${heads}`, stroke: accent, width: 1.1 }
}

function label(text: string, x: number, y: number, anchor: 'start' | 'end' = 'start'): PaintedPath {
  return { d: letteringPath(text, { height: 11, tracking: 0.06, x, y, anchor }), stroke: ink, width: 1.1 }
}
