import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { brand } from '#app/kit/brand.ts'

/** The themes of the shop in colors that mail programs support: sRGB, converted from the interface's OKLCH tokens. */
export const palettes = {
  noir: {
    page: '#0f0e0c',
    sheet: '#151412',
    plate: '#1e1c19',
    line: '#363430',
    edge: '#6f6d69',
    accent: '#f0debb',
    onAccent: '#0e0d0b',
  },
  guerrilla: {
    page: '#0a100a',
    sheet: '#101610',
    plate: '#181f18',
    line: '#2e372e',
    edge: '#677067',
    accent: '#c8e181',
    onAccent: '#0a0f0a',
  },
  outlaw: {
    page: '#130c09',
    sheet: '#1a120f',
    plate: '#231a16',
    line: '#3c312c',
    edge: '#776a65',
    accent: '#f39f65',
    onAccent: '#120b08',
  },
  cyber: {
    page: '#080e18',
    sheet: '#0e1420',
    plate: '#151d2a',
    line: '#2b3444',
    edge: '#636e80',
    accent: '#7fe4e9',
    onAccent: '#080d18',
  },
} satisfies Record<string, Record<string, string>>

export type MailTheme = keyof typeof palettes

export function mailTheme(name: string | undefined): MailTheme {
  return name !== undefined && Object.hasOwn(palettes, name) ? (name as MailTheme) : 'noir'
}

/** Text colors for every ground: primary, secondary and tertiary. At least 5.4 : 1. */
export const ink = { first: '#f0ece5', second: '#c1bdb6', third: '#9f9b93' }

/** Fonts every mail program has. The first family replaces the engraved capitals, the second is for reading. */
const faces = {
  engraved: "'DIN Alternate','Bahnschrift','Roboto Condensed','Helvetica Neue',Arial,sans-serif",
  reading: "'Helvetica Neue',Helvetica,Arial,sans-serif",
}

/** What a mail says, as data: its HTML and its text are drawn from the same blocks. What is empty is left out. */
export type Letter = {
  subject: string
  preview: string
  blocks: readonly Block[]
  theme?: MailTheme
  why?: string
  /** The sender's postal address, on one line. Commercial mail must carry it (CAN-SPAM, 15 U.S.C. 7704(a)(5)). */
  postalLine?: string | undefined
  /** The one-click unsubscribe link. Required for commercial mail. */
  unsubscribeUrl?: string
}

export type Block =
  | { heading: string }
  | { text: Said }
  | { note: Said }
  | { facts: readonly Fact[] }
  | { button: string; href: string | null | undefined }
  | { plate: { number: number; of: number; title: string; caption: string } }

/** A paragraph, or what somebody wrote, with its line breaks; or its parts with links between them. */
type Said = string | readonly (string | Link)[]
type Link = { label: string; href: string }

export type Fact = { label: string; value: string }

export function facts(rows: Record<string, string | null | undefined>): Fact[] {
  return Object.entries(rows).flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export function paragraphs(texts: readonly string[]): Block[] {
  return texts.map((text) => ({ text }))
}

export function notes(texts: readonly string[]): Block[] {
  return texts.map((note) => ({ note }))
}

export function renderMail(letter: Letter, shop: ShopFacts): { subject: string; html: string; text: string } {
  const footer = { why: letter.why ?? defaultReason, postalLine: letter.postalLine ?? postalLine(shop) }
  return { subject: letter.subject, html: htmlOf(letter, footer), text: textOf(letter, footer) }
}

export function letterText({ blocks }: Pick<Letter, 'blocks'>): string {
  return blocks.map(blockText).filter(Boolean).join('\n\n')
}

const defaultReason = `You’re getting this email because this address was used at the ${brand} shop.`

type Footer = { why: string; postalLine: string }

function textOf(letter: Letter, { why, postalLine: from }: Footer): string {
  const { unsubscribeUrl } = letter
  const footer = [brand, why, from, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])]
  // "-- " is the standard signature delimiter.
  return `${letterText(letter)}\n\n-- \n${footer.join('\n')}\n`
}

function blockText(block: Block): string {
  if ('heading' in block) return block.heading
  if ('text' in block) return saidText(block.text)
  if ('note' in block) return saidText(block.note)
  if ('facts' in block) return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  if ('button' in block) return block.href ? `${block.button}:\n${block.href}` : ''
  const { number, of, title, caption } = block.plate
  return [title, `${number}/${of}`, caption].join('\n')
}

/** Addresses follow their paragraph, where they do not break the sentence. */
function saidText(said: Said): string {
  if (typeof said === 'string') return said.trim()
  const links = said.filter((part) => typeof part !== 'string')
  const [first] = links
  if (first && said.length === 1) return `${first.label}:\n${first.href}`
  const sentence = said.map((part) => (typeof part === 'string' ? part : part.label)).join('')
  const addresses = links.filter(({ label, href }) => label !== href)
  return [sentence, ...addresses.map(({ label, href }) => `${label}: ${href}`)].join('\n')
}

/** Dark in every mail program: colors are given twice, and the page declares itself dark, so that dark modes leave it alone. */
function htmlOf(letter: Letter, { why, postalLine: from }: Footer): string {
  const { subject, preview, blocks, theme = 'noir', unsubscribeUrl } = letter
  const { page, sheet, line } = palettes[theme]
  const shown = blocks.filter((block) => blockText(block) !== '')
  const unsubscribe = unsubscribeUrl
    ? `<p style="${footerLine}"><a href="${escapeHtml(unsubscribeUrl)}" style="color:${ink.second};text-decoration:underline">Unsubscribe</a></p>`
    : ''
  return `<!doctype html><html lang="en" dir="ltr"><head>\
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\
<meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="dark">\
<meta name="supported-color-schemes" content="dark">\
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">\
<title>${escapeHtml(subject)}</title></head>\
<body bgcolor="${page}" style="margin:0;padding:0;background-color:${page};color-scheme:dark">\
<div style="${preheader}">${escapeHtml(preview)}${filler}</div>\
<table ${layout} width="100%" bgcolor="${page}" style="background-color:${page}"><tbody><tr>\
<td align="center" style="padding:24px 12px 40px"><table ${layout} width="600" style="${sixHundred}"><tbody>\
<tr><td align="left" style="padding:8px 0 20px">${wordmark}</td></tr>\
<tr><td bgcolor="${sheet}" align="left" style="background-color:${sheet};border:1px solid ${line};border-radius:4px;padding:32px 28px 16px">\
${shown.map((block, at) => blockHtml(block, theme, at === 0)).join('')}</td></tr>\
<tr><td align="left" style="padding:20px 0 0">\
<p style="${footerLine}">${escapeHtml(why)}</p><p style="${footerLine}">${escapeHtml(from)}</p>${unsubscribe}\
</td></tr></tbody></table></td></tr></tbody></table></body></html>`
}

function blockHtml(block: Block, theme: MailTheme, isFirst: boolean): string {
  if ('heading' in block) return headingHtml(block.heading, isFirst ? 'h1' : 'h2')
  if ('text' in block) return `<p style="${reading};color:${ink.second}">${saidHtml(block.text)}</p>`
  if ('note' in block) return `<p style="${noteStyle}">${saidHtml(block.note)}</p>`
  if ('facts' in block) return factsHtml(block.facts, theme)
  if ('button' in block) return buttonHtml(block.button, block.href ?? '', theme)
  return plateHtml(block.plate, theme)
}

function headingHtml(heading: string, tag: 'h1' | 'h2'): string {
  return `<${tag} style="${engraved};margin:0 0 20px;color:${ink.first};font-size:30px;line-height:36px;font-weight:300;letter-spacing:0.5px">${escapeHtml(heading)}</${tag}>`
}

function saidHtml(said: Said): string {
  if (typeof said === 'string') return escapeHtml(said.trim()).replaceAll('\n', '<br>')
  const link = ({ label, href }: Link) =>
    `<a href="${escapeHtml(href)}" style="color:${ink.first};text-decoration:underline">${escapeHtml(label)}</a>`
  return said.map((part) => (typeof part === 'string' ? escapeHtml(part) : link(part))).join('')
}

/** The mail's call to action. The whole plate is the link; the cell keeps its color where the link's own is dropped. */
function buttonHtml(label: string, href: string, theme: MailTheme): string {
  const { accent, onAccent } = palettes[theme]
  const plate = `border:1px solid ${accent};border-radius:2px;color:${onAccent}`
  return `<table ${layout} style="margin:8px 0 24px"><tbody><tr><td bgcolor="${accent}" style="background-color:${accent};border-radius:2px">\
<a href="${escapeHtml(href)}" style="${engraved};display:inline-block;padding:15px 24px;${plate};font-size:15px;line-height:18px;font-weight:600;letter-spacing:0.9px;text-decoration:none">${escapeHtml(label)}</a>\
</td></tr></tbody></table>`
}

function factsHtml(rows: readonly Fact[], theme: MailTheme): string {
  const { line } = palettes[theme]
  const cell = `border-top:1px solid ${line};padding:11px 0;vertical-align:top`
  const term = `${cell};${engraved};width:38%;padding-right:16px;color:${ink.third};font-size:13px;line-height:24px;font-weight:400;letter-spacing:0.8px`
  const detail = `${cell};font-family:${faces.reading};font-size:16px;line-height:24px;color:${ink.first}`
  const drawn = rows.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left" style="${term}">${escapeHtml(label)}</th><td align="right" style="${detail}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table width="100%" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-bottom:1px solid ${line}"><tbody>${drawn.join('')}</tbody></table>`
}

type Plate = Extract<Block, { plate: unknown }>['plate']

function plateHtml({ number, of, title, caption }: Plate, theme: MailTheme): string {
  const { plate, edge, accent } = palettes[theme]
  const small = `${engraved};margin:0;color:${ink.second};font-size:13px;line-height:18px;letter-spacing:1.2px`
  return `<table ${layout} width="100%" style="margin:0 0 24px"><tbody><tr><td bgcolor="${plate}" align="center" style="background-color:${plate};border:1px solid ${edge};border-radius:4px;padding:20px 16px">\
<p style="${small}">${escapeHtml(title)}</p>\
<p style="${engraved};margin:8px 0;color:${accent};font-size:64px;line-height:68px;font-weight:300;letter-spacing:2px">${number}/${of}</p>\
<p style="${small}">${escapeHtml(caption)}</p></td></tr></tbody></table>`
}

const layout = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
const engraved = `font-family:${faces.engraved};text-transform:uppercase`
const reading = `font-family:${faces.reading};font-size:16px;line-height:26px;margin:0 0 16px`
const noteStyle = `font-family:${faces.reading};font-size:14px;line-height:22px;margin:0 0 16px;color:${ink.third}`
const footerLine = `margin:0 0 4px;color:${ink.third};font-family:${faces.reading};font-size:13px;line-height:20px`

/** Outlook uses the attribute, everything else the style, which lets narrow screens narrow it. */
const sixHundred = 'width:100%;max-width:600px'

/** Outlook shows hidden elements unless told otherwise in its own property. */
const preheader = 'display:none;max-height:0;overflow:hidden;mso-hide:all'

/** Keeps the start of the body out of the inbox preview. */
const filler = '\u200c\u00a0'.repeat(60)

/** PACº in plain letters: the logo uses the shop's own font, which no mail program has. */
const wordmark = `<span aria-label="${brand}" style="font-family:${faces.engraved};color:${ink.first};font-size:28px;line-height:32px;font-weight:300;letter-spacing:1.5px">PACº</span>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
