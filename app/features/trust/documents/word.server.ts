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
import { brand } from '#app/kit/brand.ts'
import { articles, declarationWords as words } from '../data/declaration.ts'
import { templateNotice, templatesAsOf, type StateTemplate } from '../data/state-templates.ts'
import type { Answers } from '../rules.ts'
import { venue, witnessNote } from './fillable.server.ts'
import { type TrustDetail, trustDetailsOf } from './trust-details.server.ts'

/** The declaration of trust as a Word document with the answers. Unanswered blanks are marked. */
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

/** Keeps the two blanks of a person together when only one was answered. */
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

/** A remark about the document, in italics. */
function remark(text: string): Paragraph {
  return new Paragraph({ children: [new TextRun({ text, italics: true, size: 19, color: '6A655D' })] })
}

function answer(value: string): TextRun {
  return value === '' ? blank() : new TextRun({ text: value, bold: true })
}

/** A highlighted blank. */
function blank(): TextRun {
  return new TextRun({ text: '____________________________', highlight: 'yellow' })
}

function withBlanks(line: string): Paragraph {
  const parts = line.split(/_{3,}/)
  return new Paragraph({
    children: parts.flatMap((part, at) => (at === 0 ? [new TextRun(part)] : [blank(), new TextRun(part)])),
  })
}
