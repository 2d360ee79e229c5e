import { brand } from '#app/kit/brand.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { mailTheme } from '#app/mail/palette.ts'
import type { DropTheme } from './rules.ts'

type EarlyAccess = {
  orderId: string
  patchName: string
  dropName: string
  theme: DropTheme
  launchDate: Date | null
  codes: readonly string[]
  link: string
  timeZone: string
}

export function earlyAccessLetter(access: EarlyAccess): Letter {
  const { orderId, patchName, dropName, theme, launchDate, codes, link, timeZone } = access
  const isOne = codes.length === 1
  const heading = isOne ? 'Your early-access code' : 'Your early-access codes'
  const opens = opensText(launchDate, timeZone)
  return {
    subject: `${heading} for ${dropName}`,
    preview: opens,
    theme,
    why: `You received this email because you bought an early access patch from ${brand}.`,
    blocks: [
      { heading },
      { text: opens },
      {
        facts: [
          ...codes.map((code, at) => ({
            label: isOne ? 'Code' : `Code ${at + 1}`,
            value: groupedCode(code),
          })),
          ...facts({ Drop: dropName, Patch: patchName, Order: orderId }),
        ],
      },
      {
        text: isOne
          ? 'It works for one reservation. If that reservation expires or is released before payment, you can use it again.'
          : 'Each works for one reservation. If that reservation expires or is released before payment, you can use the code again.',
      },
      { button: 'Reserve a number', href: link },
      {
        note: 'Anyone with the code can use it. While a code is in use, its patch cannot be returned. Returning the patch cancels its code.',
      },
    ],
  }
}

function opensText(launchDate: Date | null, timeZone: string): string {
  if (!launchDate) return 'It lets you reserve 24 hours before launch. The launch date is not set yet.'
  const launch = dateFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(launchDate)
  return `It lets you reserve 24 hours before the launch on ${launch}.`
}

function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

type UnitOffer = {
  plate: { dropName: string; unitNumber: number; total: number; theme: string }
  depositCents: number
  /** The variants to choose from, with their prices in words; empty where there is no choice. */
  variants: readonly string[]
  until: string
  link: string
  unsubscribeUrl: string
  postalLine: string | undefined
}

export function unitOfferLetter(offer: UnitOffer): Letter {
  const { plate, depositCents, variants, until, link, unsubscribeUrl, postalLine } = offer
  const { dropName, unitNumber, total, theme } = plate
  const heading = `Number ${unitNumber} is held for you`
  const held = `Number ${unitNumber} of ${dropName} is available again, and you are next on the waitlist. It is held for you until ${until}. Nobody else can reserve it before then.`
  const reserve = `Reserve it with a refundable deposit of ${formatCents(depositCents)}.`
  return {
    subject: `${heading}: ${dropName}`,
    preview: held,
    theme: mailTheme(theme),
    why: 'You received this email because you are on the waitlist for this drop.',
    unsubscribeUrl,
    postalLine,
    blocks: [
      { heading },
      { plate: { number: unitNumber, of: total, title: dropName, caption: 'Held for you' } },
      { text: held },
      { text: variants.length > 0 ? `${reserve} You choose its variant first.` : reserve },
      { button: `Reserve number ${unitNumber}`, href: link },
      {
        facts: facts({
          Number: `${unitNumber} of ${total}`,
          Variants: variants.join('; '),
          'Held until': until,
          Deposit: formatCents(depositCents),
        }),
      },
      {
        note: "If you don't want it, you don't need to do anything: it goes to the next person on the waitlist. Anyone with the link in this email can reserve the number.",
      },
    ],
  }
}
