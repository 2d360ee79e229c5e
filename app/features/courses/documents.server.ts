import type { CalendarEvent } from '#app/calendar/calendar.server.ts'
import { brand } from '#app/kit/brand.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { certificatePath } from './rules.ts'
import type { BookedSeat } from './store/seats.server.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import {
  addElement,
  finishDocument,
  openDocument,
  pageSize,
  type PdfDocument,
  writeArtifact,
} from '#app/pdf/document.server.ts'
import { writeFigure, writeRule } from '#app/pdf/drawing.server.ts'
import { qrCode } from '#app/kit/qr-code.ts'
import { inks } from '#app/pdf/sheet.server.ts'
import {
  heightOf,
  isDrawnInFull,
  type TextStyle,
  undrawnNote,
  writeLink,
  writeText,
} from '#app/pdf/text.server.ts'
import {
  formatCertificateCode,
  type CertificateFacts,
  acceptedBy,
  attendedWords,
  certificateWords,
} from './roster.ts'

/** Its id is the order's code, so a moved class replaces the old event. No private link and no name: calendars are shared. */
export async function findClassEvent(
  { db, now, publicUrl, timeZone }: Shop,
  { orderId, session, isCanceled, email }: BookedSeat,
): Promise<CalendarEvent> {
  const { course, startsAt, endsAt, place } = session
  const { 'support.email': staff } = await findClaims(db, ['support.email'], now(), timeZone)
  return {
    uid: `seat-${orderId}@${new URL(publicUrl).hostname}`,
    isCanceled,
    startsAt,
    endsAt,
    timeZone,
    title: `${course.name}, ${brand}`,
    description: [
      ...(course.bring.length > 0 ? [`Bring: ${course.bring.join('; ')}.`] : []),
      'To change or cancel your seat, open the private link in your confirmation email.',
    ].join('\n'),
    location: place,
    url: `${publicUrl}/ccw-training`,
    organizer: { name: brand, email: staff?.figure ?? 'nobody@invalid' },
    attendee: email,
  }
}

export const calendarFileName = 'paco-class.ics'

const [left, right] = [84, pageSize.width - 84]
const measure = right - left

const { ink, accent } = inks
const [gray, hairline, bodyInk] = ['#6a655d', '#cfcac2', '#2c2925']
const styles = {
  mark: { font: 'label', size: 13, leading: 18, color: accent },
  title: { font: 'display', size: 38, leading: 44, color: ink, capitals: true },
  lead: { font: 'text', size: 12, leading: 18, color: gray },
  name: { font: 'strong', size: 27, leading: 36, color: ink },
  longName: { font: 'strong', size: 18, leading: 24, color: ink },
  longestName: { font: 'strong', size: 12, leading: 17, color: ink },
  course: { font: 'strong', size: 17, leading: 24, color: ink },
  heading: { font: 'display', size: 13, leading: 20, color: ink, capitals: true },
  body: { font: 'text', size: 11, leading: 16.5, color: bodyInk },
  term: { font: 'text', size: 8.5, leading: 12, color: gray },
  value: { font: 'strong', size: 11, leading: 15.5, color: ink },
  code: { font: 'label', size: 13, leading: 18, color: ink },
  note: { font: 'text', size: 8.5, leading: 12.5, color: gray },
} satisfies Record<string, TextStyle>

type Written = { code: string; student: string; facts: CertificateFacts; issuedAt: Date }
type Issuer = { licensee: string; publicUrl: string; timeZone: string }

export async function writeTrainingCertificate(certificate: Written, issuer: Issuer): Promise<Uint8Array> {
  const { student, facts, issuedAt } = certificate
  const document = openDocument({
    title: `${certificateWords.title}: ${facts.course}`,
    subject: certificateWords.subject,
    at: issuedAt,
  })
  document.pdf.addPage()
  writeArtifact(document, () => drawFrame(document))
  const write = (tag: 'H1' | 'H2' | 'P', text: string, style: TextStyle, y: number) =>
    writeText(document, document.root, tag, text, style, { x: left, y, width: measure })
  let y = write('P', 'PACº', styles.mark, 96)
  y = write('H1', certificateWords.title, styles.title, y + 6)
  y = write('P', certificateWords.of, styles.lead, y + 30)
  y = write('P', student, nameStyle(document, student), y + 4)
  y = write('P', certificateWords.completed, styles.lead, y + 14)
  y = write('P', facts.course, styles.course, y + 2)
  y = writeFacts(document, factsOf(facts), y + 22)
  y = write('H2', certificateWords.record, styles.heading, y + 18)
  y = write('P', attendedWords(facts), styles.body, y + 4) + 52
  writeRule(document, { x: left, y, width: 250, color: ink })
  write('P', `Signature of ${facts.instructor}, instructor`, styles.term, y + 4)
  writeFoot(document, certificate, issuer)
  return finishDocument(document)
}

function nameStyle(document: PdfDocument, student: string): TextStyle {
  const room = 2 * styles.name.leading
  const fits = (style: TextStyle) => heightOf(document, student, style, measure) <= room
  return [styles.name, styles.longName].find(fits) ?? styles.longestName
}

function drawFrame({ pdf }: PdfDocument) {
  pdf
    .lineWidth(1.6)
    .strokeColor(ink)
    .rect(36, 36, pageSize.width - 72, pageSize.height - 72)
    .stroke()
  pdf
    .lineWidth(0.5)
    .strokeColor(hairline)
    .rect(44, 44, pageSize.width - 88, pageSize.height - 88)
    .stroke()
}

function factsOf({ heldOn, hours, place, instructor, licenses }: CertificateFacts): [string, string][] {
  return [
    ['Held on', formatLongDay(new Date(`${heldOn}T12:00:00Z`), 'UTC')],
    ['Length', countOf(hours, 'hour')],
    ['Place', place],
    ['Instructor', instructor],
    ...licenses.map(({ name, number }): [string, string] => ['License', `${name}, no. ${number}`]),
  ]
}

function writeFacts(document: PdfDocument, facts: readonly [string, string][], top: number): number {
  const list = addElement(document, document.root, 'L')
  let y = top
  for (const [term, value] of facts) {
    writeRule(document, { x: left, y, width: measure, color: hairline })
    const item = addElement(document, list, 'LI')
    writeText(document, item, 'Lbl', term, styles.term, { x: left, y: y + 6, width: 90 })
    y =
      writeText(document, item, 'LBody', value, styles.value, {
        x: left + 96,
        y: y + 4,
        width: measure - 96,
      }) + 4
  }
  writeRule(document, { x: left, y, width: measure, color: hairline })
  return y
}

function writeFoot(document: PdfDocument, { code, student, issuedAt }: Written, issuer: Issuer) {
  const { licensee, publicUrl, timeZone } = issuer
  const url = `${publicUrl}${certificatePath(code)}`
  const y = pageSize.height - 150
  const { path, size } = qrCode(url)
  const square = {
    alt: `QR code that leads to ${url}`,
    frame: { x: 0, y: 0, width: size, height: size },
    paths: () => [{ d: path, fill: ink }],
  }
  const side = 84
  const width = measure - side - 16
  writeText(document, document.root, 'P', formatCertificateCode(code), styles.code, { x: left, y, width })
  const box = { x: left, y: y + 20, width, height: heightOf(document, url, styles.note, width) }
  writeLink(document, url, styles.note, box)
  const issued = `Issued on ${formatLongDay(issuedAt, timeZone)}${licensee && ` by ${licensee}`}.`
  const undrawn = isDrawnInFull(student, styles.name.font) ? '' : ` ${undrawnNote}`
  const note = `${issued} Anybody can check it by its code at the address above. ${acceptedBy}${undrawn}`
  writeText(document, document.root, 'P', note, styles.note, { x: left, y: y + 36, width })
  writeFigure(document, document.root, square, { x: right - side, y: y - 6, width: side })
}
