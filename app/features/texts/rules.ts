import { lexer, type Token, type Tokens } from 'marked'
import { type Fill, fillWords } from '../pages/rules.ts'

export const textKeys = [
  'faq',
  'terms',
  'refunds',
  'privacy',
  'accessibility',
  'services',
  'learn',
  'process-guide',
] as const
export type TextKey = (typeof textKeys)[number]

export function isTextKey(text: string | undefined): text is TextKey {
  return (textKeys as readonly string[]).includes(text ?? '')
}

/** A part of a text, under its heading. Level 2 is a part or a group of parts, level 3 a part of a group. */
export type TextPart = { level: 2 | 3; id: string; title: string; blocks: Token[] }

export type Text = {
  title: string
  lead: string
  description: string
  figures: { term: string; value: string; note: string }[]
  parts: TextPart[]
}

/** `description: ...` between two lines of `---`, then `# Title`, a lead, and parts as `## Heading {#anchor}`. */
export function parseText(source: string): Text {
  const [, head = '', body = source] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
  const text: Text = {
    title: '',
    lead: '',
    description: /^description:\s*(.+)$/m.exec(head)?.[1]?.trim() ?? '',
    figures: [],
    parts: [],
  }
  for (const token of lexer(body)) {
    if (isA(token, 'heading') && token.depth === 1) text.title ||= plainOf([token])
    else if (isA(token, 'heading') && (token.depth === 2 || token.depth === 3)) {
      const [, title = '', anchor] = /^(.*?)\s*(?:\{#([a-z0-9-]+)\})?$/.exec(plainOf([token])) ?? []
      text.parts.push({ level: token.depth, id: anchor ?? anchorOf(title), title, blocks: [] })
    } else if (token.type !== 'space') {
      const part = text.parts.at(-1)
      if (part) part.blocks.push(token)
      else if (isA(token, 'table'))
        text.figures = rowsOf(token).map(([term = '', value = '', note = '']) => ({ term, value, note }))
      else text.lead = [text.lead, plainOf([token])].filter(Boolean).join(' ')
    }
  }
  return text
}

export type TextGroup = TextPart & { parts: TextPart[] }

export function groupsOf({ parts }: Pick<Text, 'parts'>): TextGroup[] {
  const groups: TextGroup[] = []
  for (const part of parts)
    if (part.level === 2) groups.push({ ...part, parts: [] })
    else groups.at(-1)?.parts.push(part)
  return groups
}

export function plainOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('')
}

export function sentencesOf(blocks: readonly Token[]): string[] {
  return blocks.flatMap((block) => {
    if (isA(block, 'list')) return block.items.map((item) => plainOf([item]))
    if (isA(block, 'table')) return rowsOf(block).flat()
    return isLinkRow(block) ? [] : [plainOf([block])]
  })
}

export function rowsOf({ rows }: Pick<Tokens.Table, 'rows'>): string[][] {
  return rows.map((row) => row.map(({ tokens }) => plainOf(tokens)))
}

export function pointsOf(blocks: readonly Token[]): string[] {
  return sentencesOf(blocks.filter((block) => block.type === 'list').slice(0, 1))
}

export function tableOf(blocks: readonly Token[]): Tokens.Table | undefined {
  return blocks.find((block) => isA(block, 'table'))
}

export function linksOf(block: Token): { label: string; to: string }[] {
  if (!isA(block, 'paragraph')) return []
  const inline = block.tokens.filter((token) => plainOf([token]).trim() !== '')
  const links = inline.filter((token) => isA(token, 'link'))
  return inline.length > 0 && links.length === inline.length && links.every(({ href }) => isSafeLink(href))
    ? links.map((token) => ({ label: plainOf([token]), to: token.href }))
    : []
}

const isLinkRow = (block: Token) => linksOf(block).length > 0

/** Addresses of the shop's own pages, and of others by https or mail. Nothing that runs. */
export function isSafeLink(to: string): boolean {
  return /^(\/(?![/\\])[^\s\\]*|#[\w-]+|https:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i.test(to)
}

export function isA<Type extends keyof TokenTypes>(token: Token, type: Type): token is TokenTypes[Type] {
  return token.type === type
}

type TokenTypes = {
  heading: Tokens.Heading
  paragraph: Tokens.Paragraph
  list: Tokens.List
  table: Tokens.Table
  link: Tokens.Link
}

function wordsOf(token: Token): string {
  if (token.type === 'br' || token.type === 'space') return ' '
  if (isA(token, 'list')) return token.items.map(wordsOf).join(' ')
  if (isA(token, 'table')) return rowsOf(token).flat().join(' ')
  const inner = 'tokens' in token ? token.tokens : undefined
  return inner?.length ? plainOf(inner) : 'text' in token ? String(token.text) : ''
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
}

/** A text with its placeholders filled in. A paragraph, a point or a row with one that has nothing in force is left out. */
export function fillText(text: Text, fill: Fill): Text {
  return {
    ...text,
    figures: text.figures.map(({ term, value, note }) => ({
      term,
      value: fillWords(value, fill) ?? '',
      note: fillWords(note, fill) ?? '',
    })),
    parts: text.parts.map((part) => ({
      ...part,
      blocks: part.blocks.flatMap((block) => fillToken(block, fill) ?? []),
    })),
  }
}

function fillToken(token: Token, fill: Fill): Token | undefined {
  if (isA(token, 'list')) {
    const items = token.items.flatMap((item) => (fillToken(item, fill) as Tokens.ListItem | undefined) ?? [])
    return items.length > 0 ? { ...token, items } : undefined
  }
  if (isA(token, 'table')) {
    const rows = token.rows.map((row) => row.map((cell) => ({ ...cell, tokens: fillAll(cell.tokens, fill) })))
    const whole = rows.flatMap((row) =>
      row.every(({ tokens }) => tokens) ? [row.map((cell) => ({ ...cell, tokens: cell.tokens ?? [] }))] : [],
    )
    return { ...token, rows: whole }
  }
  const inner = 'tokens' in token ? token.tokens : undefined
  if (inner) {
    const tokens = fillAll(inner, fill)
    return tokens && { ...token, tokens }
  }
  if (!('text' in token)) return token
  const text = fillWords(String(token.text), fill)
  return text === undefined ? undefined : { ...token, text }
}

function fillAll(tokens: readonly Token[], fill: Fill): Token[] | undefined {
  const filled = tokens.map((token) => fillToken(token, fill))
  return filled.every((token) => token !== undefined) ? filled : undefined
}

const shapes: Partial<Record<TextKey, readonly string[]>> = {
  learn: ['topics', 'credentials'],
  'process-guide': ['design', 'register', 'form-4', 'review', 'delivery', 'bonus'],
}

export function faultsOf(key: TextKey, source: string, known: readonly string[]): string[] {
  const { title, lead, description, figures, parts } = parseText(source)
  const ids = parts.map(({ id }) => id)
  const groups = parts.filter(({ level }) => level === 2)
  const wanted = shapes[key]?.join(', ')
  const isPolicy = key === 'terms' || key === 'refunds' || key === 'privacy' || key === 'accessibility'
  return [
    ...(title ? [] : ['Begin with a title: # and its words.']),
    ...(lead ? [] : ['Write a lead below the title.']),
    ...(description ? [] : ['Write what search engines show: --- and description: at the top, then ---.']),
    ...([title, lead, description].some((words) => words.includes('{'))
      ? ['Tokens in braces are filled in only in the parts.']
      : []),
    ...(parts.length > 0 ? [] : ['Write at least one part: ## and its heading.']),
    ...(parts[0]?.level === 3 ? ['Begin with a part of two #.'] : []),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `The anchor ${id} is used twice.`),
    ...(ids.includes('') ? ['A heading needs words, or an anchor such as {#part}.'] : []),
    ...unsafeLinks(parts).map(
      (href) =>
        `The link ${href} leads neither to a page of the shop, such as /contact, nor to an https address.`,
    ),
    ...unknownTokens(source, known),
    ...(wanted && groups.map(({ id }) => id).join(', ') !== wanted
      ? [`Its parts are, in this order: ${wanted}.`]
      : []),
    ...(isPolicy && figures.length !== 4 ? ['A policy has a table of four figures below its lead.'] : []),
    ...(isPolicy && groups.length !== parts.length ? ['A policy has parts of two # only.'] : []),
    ...(key === 'services'
      ? parts
          .filter(({ blocks }) => blocks[0]?.type !== 'paragraph' || !blocks.some(isLinkRow))
          .map(({ title: name }) => `${name} needs a paragraph and a link on a line of its own.`)
      : []),
    ...(key === 'process-guide'
      ? parts
          .filter(({ id, blocks }) => id !== 'bonus' && tableOf(blocks)?.rows[0]?.length !== 2)
          .map(({ title: name }) => `${name} needs the table | You | We | with one row.`)
      : []),
  ]
}

function unknownTokens(source: string, known: readonly string[]): string[] {
  return source
    .split(/\r?\n/)
    .flatMap((line, at) =>
      (line.replace(/^(\s*#.*)\{#[a-z0-9-]+\}\s*$/, '$1').match(/\{[^{}]*\}/g) ?? [])
        .filter((token) => !known.includes(token))
        .map((token) => `Line ${at + 1}: ${token} is not known here.`),
    )
}

function unsafeLinks(parts: readonly TextPart[]): string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    else if (value && typeof value === 'object') {
      if ('href' in value && typeof value.href === 'string' && !isSafeLink(value.href)) found.push(value.href)
      Object.values(value).forEach(walk)
    }
  }
  walk(parts.map(({ blocks }) => blocks))
  return [...new Set(found)]
}

export const policyFactNames = [
  'age',
  'deposit',
  'email',
  'postal',
  'hours',
  'cardForm',
  'calendar',
  'outsiders',
  'outsidersNote',
] as const

export function tokensOf(key: TextKey, claimKeys: readonly string[]): string[] {
  if (key === 'services') return []
  if (key === 'faq' || key === 'learn' || key === 'process-guide')
    return claimKeys.flatMap((claim) => ['', ':time', ':text'].map((form) => `{${claim}${form}}`))
  return policyFactNames.map((name) => `{${name}}`)
}

/** The name of the version that follows: the month of its day, and a number where the month has one already. */
export function nextTextVersion(known: readonly string[], today: string): string {
  const month = today.slice(0, 7)
  const inMonth = known.filter((version) => version === month || version.startsWith(`${month}.`))
  if (inMonth.length === 0) return month
  const numbers = inMonth.map((version) => Number(version.slice(8) || 1))
  return `${month}.${Math.max(...numbers) + 1}`
}
