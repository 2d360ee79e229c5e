import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Token } from 'marked'
import { brand } from '#app/kit/brand.ts'
import { templateNotice, templatesAsOf, type StateTemplate } from './data/state-templates.ts'
import { type Answers, type Part, rowsOf, worksheet } from './worksheet.ts'
import { type Block, linesOf, pairsOf, type TextField, writeSheet } from '#app/pdf/sheet.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { type Cited, interpolateClaims, citedKeys } from '../pages/rules.ts'
import { sourceNotes } from '../pages/store.server.ts'
import { isA, parseText, plainOf, sentencesOf, type Text } from '../texts/rules.ts'
import { checklists } from './data/trust.ts'
import { letteringPath } from '#app/art/pantograph/lettering.ts'
import type { Drawing, PaintedPath } from '#app/pdf/drawing.server.ts'

const files = import.meta.glob<string>('./documents/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function read(name: string): Text {
  const text = files[`./documents/${name}.md`]
  if (text === undefined) throw new Error(`documents/${name}.md is missing`)
  return parseText(text)
}

/** Who marks what, and how to write it. Not how to work on a firearm. */
export const engravingGuide = read('engraving-guide')

/** Form 4 section by section: what each asks for and who fills it in. Numbers of fields shift between revisions and are left out. */
export const form4Walkthrough = read('form-4-walkthrough')

const guideNotice =
  'General information, not legal advice. Law and forms change: where this guide and the form’s own instructions differ, the instructions count.'

/** What differs between trusts is in the Trust Information and the Schedules, so no clause has a blank. `{law}` is the state whose law governs. */
const articles = read('declaration').parts

const notice =
  'Template. This is general information, not legal advice. Whether it fits depends on your state and your family. Have a lawyer in your state review it before you sign.'

const title = 'Declaration of Trust'

type Chapter = { title: string; blocks: Block[]; isOnNewPage?: boolean }

/** The document, for Word and PDF. `___` is a blank. `isShort` leaves out the rows of people whom nobody named, where rows are easy to add. */
function declarationOf(answers: Answers, template: StateTemplate, isShort: boolean): Chapter[] {
  return [
    {
      title: 'Trust Information',
      blocks: [
        ...template.notes.map((text) => ({ kind: 'aside' as const, text })),
        ...worksheet.flatMap((part) => blocksOf(part, answers, isShort)),
      ],
    },
    ...articles.map(({ title, blocks: [says, ...clauses] }, n) => ({
      title: `${n + 1}. ${title}`,
      blocks: [
        { kind: 'aside' as const, text: plainOf(says ? [says] : []).trim() },
        {
          kind: 'numbered' as const,
          chapter: n + 1,
          texts: clauses.map((clause) => plainOf([clause]).replaceAll('{law}', template.law)),
        },
      ],
    })),
    {
      title: 'Signatures',
      isOnNewPage: true,
      blocks: [
        {
          kind: 'text',
          text: 'Signed as a Trust by the Settlor, and by each Trustee in acceptance of the office, on the date and at the place written here.',
        },
        {
          kind: 'rules',
          labels: ['Settlor', 'Trustee', 'Trustee', 'Trustee'].flatMap((who) => [who, 'Date']),
        },
        { kind: 'strong', text: 'Witnesses' },
        { kind: 'note', text: witnessNote(template) },
        {
          kind: 'rules',
          labels: ['Witness: signature and name', 'Address', 'Witness: signature and name', 'Address'],
        },
      ],
    },
    {
      title: 'Acknowledgment before a notary',
      blocks: [
        ...[...venue(template), ...template.notary].map((text) => ({ kind: 'text' as const, text })),
        { kind: 'rules', labels: ['Signature of the notary, and seal', 'My commission expires'] },
        { kind: 'note', text: templateNotice },
      ],
    },
    {
      title: 'Schedule A: property of the Trust',
      isOnNewPage: true,
      blocks: [
        {
          kind: 'text',
          text: 'List what the Trust owns, one item per line, when the Trust acquires it. You write in the serial numbers; we never ask for or keep them.',
        },
        { kind: 'fields', fields: Array.from({ length: 8 }, (_, row) => propertyOf(row + 1)).flat() },
        { kind: 'rules', labels: ['Signed by the Settlor', 'Date'] },
      ],
    },
  ]
}

const propertyOf = (row: number) =>
  [
    { name: `property${row}Date`, label: 'Date', share: 0.18 },
    { name: `property${row}What`, label: 'What it is, maker and model', share: 0.52 },
    { name: `property${row}Serial`, label: 'Serial number', share: 0.3 },
  ].map((field) => ({ ...field, value: '', maxLength: 90 }))

function blocksOf(part: Part, answers: Answers, isShort: boolean): Block[] {
  const rows = rowsOf(part).filter(([first]) => !first?.choices)
  const named = rows.filter((row) => row.some(({ name }) => answers[name]))
  const shown = isShort ? (named.length > 0 ? named : rows.slice(0, 1)) : rows
  const fields = shown.flat().map(({ name, label, of, share, kind }) => ({
    name,
    label: of ? `${of}: ${label.toLowerCase()}` : label,
    value: printed(answers[name] ?? '', kind),
    share,
    maxLength: 90,
  }))
  const choices = part.questions.flatMap(({ name, label, choices = [] }): Block[] =>
    choices.length === 0
      ? []
      : [
          { kind: 'note', text: `${label}:` },
          {
            kind: 'boxes',
            boxes: choices.map(({ value, label: title }) => ({
              name: `${name}-${value}`,
              title,
              text: '',
              isChecked: answers[name] === value,
            })),
          },
        ],
  )
  return [{ kind: 'strong', text: part.title }, { kind: 'fields', fields }, ...choices]
}

function printed(answer: string, kind: Part['questions'][number]['kind']): string {
  if (kind === 'state') return stateName(answer) ?? ''
  return kind === 'date' && answer ? formatLongDay(new Date(`${answer}T12:00:00Z`), 'UTC') : answer
}

function venue({ law, code, district }: StateTemplate): string[] {
  const place = code === '' ? 'State of ___' : law.replace(/^the /, '')
  return [place.charAt(0).toUpperCase() + place.slice(1), ...(district ? [`${district} of ___`] : [])]
}

function witnessNote({ name, witnesses }: StateTemplate): string {
  return witnesses === 0
    ? 'Two lines, if you want witnesses or your state requires them.'
    : `The ${name} version has two witnesses; see the note on the first page.`
}

const footOf = ({ name }: StateTemplate) =>
  `Template${name && ` for ${name}`}, as of ${templatesAsOf}. Not legal advice.`

export function writeFillable(answers: Answers, template: StateTemplate, at: Date) {
  const subject = 'Fillable trust template. Not legal advice.'
  const chapters = declarationOf(answers, template, false)
  return writeSheet(
    { title, subject, at, lead: notice, foot: footOf(template) },
    chapters.map((chapter) => ({ ...chapter, blocks: chapter.blocks.map(withLines) })),
  )
}

function withLines(block: Block): Block {
  return block.kind === 'text' ? { ...block, text: block.text.replaceAll('___', '_'.repeat(18)) } : block
}

const heading = { bold: true, color: '191714' }

export async function writeWord(answers: Answers, template: StateTemplate): Promise<Uint8Array> {
  const document = new Document({
    creator: brand,
    title,
    description: 'Template of a trust. Not legal advice.',
    styles: {
      default: {
        document: { run: { font: 'Georgia', size: 22 }, paragraph: { spacing: { after: 120, line: 288 } } },
        title: { run: { size: 44, color: '191714' }, paragraph: { spacing: { after: 160 } } },
        heading1: {
          run: { ...heading, size: 26 },
          paragraph: { spacing: { before: 320, after: 80 }, keepNext: true },
        },
        heading2: {
          run: { ...heading, size: 22, color: '8A6A2F' },
          paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
        },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 12_240, height: 15_840 } } },
        footers: { default: footer(template) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
          remark(notice),
          remark(
            'Blanks are marked. The line in italics under each heading explains the article. You may delete it.',
          ),
          ...declarationOf(answers, template, true).flatMap(({ title, blocks, isOnNewPage = false }) => [
            new Paragraph({
              heading: HeadingLevel.HEADING_1,
              pageBreakBefore: isOnNewPage,
              children: [new TextRun(title)],
            }),
            ...blocks.flatMap(inWord),
          ]),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

function inWord(block: Block): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'strong':
      return [new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(block.text)] })]
    case 'aside':
    case 'note':
      return [remark(block.text)]
    case 'numbered':
      return block.texts.map((text, at) => clause(`${block.chapter}.${at + 1}\t${text}`))
    case 'boxes':
      return block.boxes.map(({ title, isChecked }) => plain(`${isChecked ? '\u2612' : '\u2610'} ${title}`))
    case 'fields':
      return [fieldTable(linesOf(block.fields))]
    case 'rules':
      return pairsOf(block.labels).map(
        (labels) =>
          new Paragraph({
            spacing: { before: 360 },
            children: labels.flatMap((label) => [blank(), new TextRun(`  ${label}   `)]),
          }),
      )
    case 'text':
      return [plain(block.text)]
    default:
      throw new Error(`The trust has no ${block.kind} in Word`)
  }
}

function clause(text: string): Paragraph {
  return new Paragraph({
    indent: { left: 560, hanging: 560 },
    tabStops: [{ type: 'left', position: 560 }],
    children: [new TextRun(text)],
  })
}

function footer(template: StateTemplate): Footer {
  const children = [`${footOf(template)}   `, PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES]
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ size: 16, color: '6A655D', children })],
      }),
    ],
  })
}

const edges = ['top', 'bottom', 'left', 'right', 'insideHorizontal', 'insideVertical'] as const

function fieldTable(lines: readonly (readonly TextField[])[]): Table {
  const edge = { style: BorderStyle.SINGLE, size: 4, color: 'CFCAC2' }
  const cellOf = ({ label, value, share }: TextField) =>
    new TableCell({
      width: { size: share * 100, type: WidthType.PERCENTAGE },
      margins: { top: 70, bottom: 70, left: 110, right: 110 },
      children: [
        new Paragraph({ spacing: { after: 0 }, children: [new TextRun({ text: label, size: 17 })] }),
        new Paragraph({
          spacing: { after: 0 },
          children: [value ? new TextRun({ text: value, bold: true }) : blank()],
        }),
      ],
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: Object.fromEntries(edges.map((name) => [name, edge])),
    rows: lines.map((line) => new TableRow({ cantSplit: true, children: line.map(cellOf) })),
  })
}

function plain(text: string): Paragraph {
  const parts = text.split('___')
  return new Paragraph({
    children: parts.flatMap((part, at) => (at === 0 ? [new TextRun(part)] : [blank(), new TextRun(part)])),
  })
}

function remark(text: string): Paragraph {
  return new Paragraph({ children: [new TextRun({ text, italics: true, size: 19, color: '6A655D' })] })
}

function blank(): TextRun {
  return new TextRun({ text: '_'.repeat(18), highlight: 'yellow' })
}

export const guideSentences = ({ parts }: Text) => parts.flatMap(({ blocks }) => sentencesOf(blocks))

export const checklistSentences = checklists.flatMap(({ items }) => items.map(({ text }) => text))

export function writeGuide(guide: Text, cited: Cited, at: Date): Promise<Uint8Array> {
  const chapters = guide.parts.map(({ title, blocks }) => ({
    title,
    blocks: blocks.flatMap((block) => inGuide(block, cited)),
  }))
  return write({ ...guide, subject: guide.description, at }, guideSentences(guide), cited, chapters)
}

/** A list is one of terms: **Serial** and what it is. A paragraph with a claim that has no source is left out. */
function inGuide(block: Token, cited: Cited): Block[] {
  if (block.raw.startsWith('![marking]')) return [{ kind: 'figure', drawing: markingDrawing }]
  if (!isA(block, 'list'))
    return interpolateClaims([plainOf([block])], cited).map((text) => ({ kind: 'text', text }))
  const terms = block.items.map((item) => {
    const [, term = '', text = ''] = /^\*\*(.+?)\*\*\s+(.*)$/s.exec(item.text) ?? []
    return { term, text }
  })
  return [{ kind: 'terms', terms }]
}

export function writeChecklist(cited: Cited, at: Date): Promise<Uint8Array> {
  const chapters = checklists.map(({ title, items }): Chapter => {
    const boxes = items.map(({ id, title: point, text }) => ({
      name: id,
      title: point,
      text: interpolateClaims(sentencesIn(text), cited).join(' '),
    }))
    return { title, blocks: [{ kind: 'boxes', boxes }] }
  })
  return write({ ...checklist, at }, checklistSentences, cited, chapters)
}

const checklist = {
  title: 'Compliance checklist',
  subject: 'What to have ready before the purchase and what to keep after the approval',
  lead: 'What to have ready before the purchase, and what to keep after the approval. Tick it on screen or on paper.',
}

/** General information, with its sources at the end. */
function write(
  { title, subject, lead, at }: typeof checklist & { at: Date },
  sentences: readonly string[],
  cited: Cited,
  chapters: readonly Chapter[],
) {
  const head = {
    title,
    subject: `${subject}. Not legal advice.`,
    at,
    lead: `${lead} Not legal advice.`,
    foot: `${title}. General information, not legal advice.`,
  }
  const claims = citedKeys(sentences).flatMap((key) => cited[key] ?? [])
  const sources: Block[] = [{ kind: 'text', text: guideNotice }, ...sourceNotes(claims)]
  return writeSheet(head, [...chapters, { title: 'Sources', blocks: sources }])
}

/** Splits a text so that a claim without a source removes only its own sentence. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.}]) (?=[A-Z{])/)
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
