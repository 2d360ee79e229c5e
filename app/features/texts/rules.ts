// Texts of pages as structure: headings, paragraphs, lists, tables, links. Never HTML.

/** The texts that the shop publishes. */
export const textKeys = [
  'faq',
  'terms',
  'refunds',
  'privacy',
  'accessibility',
  'services',
  'learn',
  'process-guide',
  'home',
  'about',
] as const
export type TextKey = (typeof textKeys)[number]

/** A link at the end of a part. */
type TextLink = { label: string; to: string }

/** One part of a text, under its heading. `level` 1 is a group of parts, 2 a part. */
export type TextSection = {
  level: 1 | 2
  /** The anchor. */
  id: string
  title: string
  paragraphs: string[]
  points: string[]
  table: { head: string[]; rows: string[][] } | null
  links: TextLink[]
}

/** A text: its head and its parts. Sentences may name facts and claims in braces. */
export type TextDocument = {
  title: string
  lead: string
  description: string
  /** Figures at the top: term, value, remark. */
  figures: { term: string; value: string; note: string }[]
  sections: TextSection[]
}

/** What is wrong in a written text, with the line it is in. */
export type TextFault = { line: number; why: string }

const emptySection = (level: 1 | 2, id: string, title: string): TextSection => ({
  level,
  id,
  title,
  paragraphs: [],
  points: [],
  table: null,
  links: [],
})

const heading = /^(#{1,2})\s+(.+?)\s*(?:\{#([a-z0-9-]+)\})?$/
const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/
/** Addresses of the shop's own pages, and of others by https. Nothing that runs. */
const goodLink = /^(\/(?!\/)[^\s]*|https:\/\/[^\s]+|mailto:[^\s]+)$/

/**
 * Reads the body of a text as people write it: `# Group`, `## Part {#anchor}`, `> term | value | remark`, `- point`,
 * `| cell | cell |`, `[label](/path)` on a line of its own; everything else is a paragraph, one per line.
 */
export function parseBody(
  written: string,
): { ok: true; body: TextBody } | { ok: false; faults: TextFault[] } {
  const body: TextBody = { figures: [], sections: [] }
  const faults: TextFault[] = []
  for (const [at, raw] of written.replaceAll('\r\n', '\n').split('\n').entries()) {
    const line = raw.trim()
    const fault: AddFault = (why) => void faults.push({ line: at + 1, why })
    if (line.startsWith('#')) readHeading(body, line, fault)
    else if (line.startsWith('>')) readFigure(body, cellsOf(line.slice(1)), fault)
    else if (line !== '') readContent(body.sections.at(-1), line, fault)
  }
  if (body.sections.length === 0 && faults.length === 0)
    faults.push({ line: 1, why: 'Write at least one part.' })
  return faults.length > 0 ? { ok: false, faults } : { ok: true, body }
}

type TextBody = Pick<TextDocument, 'figures' | 'sections'>
type AddFault = (why: string) => void

function readHeading({ sections }: TextBody, line: string, fault: AddFault) {
  const [, marks, title = '', anchor] = heading.exec(line) ?? []
  if (!marks) return fault('A heading has one or two #, a space, and its words.')
  const id = anchor ?? anchorOf(title)
  if (id === '') fault('A heading needs words, or an anchor such as {#part}.')
  if (sections.some((section) => section.id === id)) fault(`The anchor ${id} is used twice.`)
  sections.push(emptySection(marks.length === 1 ? 1 : 2, id, title))
}

function readFigure({ figures, sections }: TextBody, cells: string[], fault: AddFault) {
  const [term = '', value = '', note = '', ...more] = cells
  if (!term || !value || more.length > 0)
    fault('A figure has a term, a value and a remark, with | between them.')
  else if (sections.length > 0) fault('Figures come before the first heading.')
  else figures.push({ term, value, note })
}

function readContent(section: TextSection | undefined, line: string, fault: AddFault) {
  if (!section) return fault('Begin with a heading: ## and its words.')
  const [, label = '', to = ''] = link.exec(line) ?? []
  if (label) {
    if (goodLink.test(to)) section.links.push({ label, to })
    else fault('A link leads to a page of the shop, such as /contact, or to an https address.')
  } else if (/^[-*]\s/.test(line)) section.points.push(line.slice(2).trim())
  else if (line.startsWith('|')) readRow(section, cellsOf(line.replace(/^\||\|$/g, '')), fault)
  else section.paragraphs.push(line)
}

function readRow(section: TextSection, cells: string[], fault: AddFault) {
  if (cells.every((cell) => /^:?-{3,}:?$/.test(cell))) return
  if (!section.table) section.table = { head: cells, rows: [] }
  else if (cells.length !== section.table.head.length)
    fault(`A row of this table has ${section.table.head.length} cells.`)
  else section.table.rows.push(cells)
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim())
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
}

/** The body as people write it. Reading it again gives the same. */
export function formatBody({ figures, sections }: TextBody): string {
  const top = figures.map(({ term, value, note }) => `> ${term} | ${value} | ${note}`.trim())
  const parts = sections.map((section) =>
    [
      `${'#'.repeat(section.level)} ${section.title} {#${section.id}}`,
      ...section.paragraphs,
      section.points.map((point) => `- ${point}`).join('\n'),
      section.table
        ? [section.table.head, ...section.table.rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
        : '',
      section.links.map(({ label, to }) => `[${label}](${to})`).join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  return [top.join('\n'), ...parts].filter(Boolean).join('\n\n')
}

/** Every `{token}` of a written body that its page does not fill in, with its line. An anchor after a heading is none. */
export function unknownTokens(written: string, known: readonly string[]): TextFault[] {
  return written
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line, at) =>
      (line.replace(/(^\s*#.*)\{#[a-z0-9-]+\}\s*$/, '$1').match(/\{[^{}]*\}/g) ?? [])
        .filter((token) => !known.includes(token))
        .map((token) => ({ line: at + 1, why: `${token} is not known here.` })),
    )
}

/** A line of a difference between two versions. */
export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** The difference between two texts, line by line, by their longest common part. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const common: number[][] = Array.from({ length: a.length + 1 }, () =>
    Array.from({ length: b.length + 1 }, () => 0),
  )
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' })
      i++
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push({ kind: 'removed', text: a[i++] ?? '' })
    else lines.push({ kind: 'added', text: b[j++] ?? '' })
  }
  return lines
}

/** The whole text as people write it, for comparing versions: head first. */
export function formatText(document: TextDocument): string {
  const { title, lead, description } = document
  return [title, lead, description, '', formatBody(document)].join('\n')
}

/** The name of the version that follows: the month of its day, and a number where the month has one already. */
export function nextTextVersion(known: readonly string[], today: string): string {
  const month = today.slice(0, 7)
  const inMonth = known.filter((version) => version === month || version.startsWith(`${month}.`))
  if (inMonth.length === 0) return month
  const numbers = inMonth.map((version) => Number(version.slice(8) || 1))
  return `${month}.${Math.max(...numbers) + 1}`
}
