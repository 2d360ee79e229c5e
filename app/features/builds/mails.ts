import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { type Fact, facts, type Letter, paragraphs } from '#app/mail/letter.ts'
import { priceWords, submittedWords, decisionWords } from './words.ts'

export function savedLetter(code: string, link: string): Letter {
  return {
    subject: `Build ${code}`,
    preview: link,
    why: 'You’re getting this email because someone entered this address to receive the link to a build.',
    blocks: [
      { heading: 'Your build is saved' },
      { text: 'This link is permanent and opens your build on any device.' },
      { button: `Open build ${code}`, href: link },
      {
        note: 'Wasn’t you? Someone entered your address in our form. You can ignore this email: we don’t store your address.',
      },
    ],
  }
}

type Submission = {
  id: string
  buildCode: string
  totalCents: number
  verdict: 'allowed' | 'review'
  lines: readonly Fact[]
  publicUrl: string
}

export function submittedLetter(submission: Submission & { itemCount: number }): Letter {
  const { id, buildCode, totalCents, verdict, lines, itemCount, publicUrl } = submission
  const total = priceWords(totalCents)
  const link = `${publicUrl}/builds/${buildCode}`
  return {
    subject: `We’ve got your build (${id})`,
    preview: `${countOf(itemCount, 'part')}, ${total}. Reserve a slot if you’d like.`,
    blocks: [
      { heading: submittedWords.title },
      { text: submittedWords.lead },
      { text: verdict === 'review' ? submittedWords.review : '' },
      { facts: [...facts({ Reference: id, Build: buildCode }), ...lines, ...facts({ Total: total })] },
      { text: ['The build: ', { label: link, href: link }] },
      { button: 'Reserve a slot', href: `${publicUrl}/build/submitted/${id}` },
      {
        note: 'Wasn’t you? Someone entered your address in our form. You can ignore this email: we don’t build anything without approval.',
      },
    ],
  }
}

type Sender = { name: string; email: string; phone: string | null; state: string }

export function buildToStaffLetter(submission: Submission & Sender): Letter {
  const { id, buildCode, totalCents, verdict, lines, name, email, phone, state, publicUrl } = submission
  const total = priceWords(totalCents)
  const title = `Build ${buildCode}: ${name}`
  return {
    subject: `[${id}] ${title}`,
    preview: `${total}, ${state}`,
    why: 'Your reply goes to the sender.',
    blocks: [
      { heading: title },
      {
        facts: [
          ...facts({
            From: name,
            Email: email,
            Phone: phone ?? 'not provided',
            State: verdict === 'review' ? `${state}, needs review first` : state,
            Build: buildCode,
          }),
          ...lines,
          ...facts({ Total: total, Reference: id }),
        ],
      },
      { button: 'Open build', href: `${publicUrl}/builds/${buildCode}` },
    ],
  }
}

type Decided = {
  decision: 'approved' | 'declined'
  note: string
  variant: string | null
  priceCents: number | null
  leadWeeks: number | null
  validUntil: string | null
  submission: { id: string; buildCode: string }
  link: string
}

export function decisionLetter(decided: Decided): Letter {
  const { decision, note, submission, link, variant, priceCents, leadWeeks, validUntil } = decided
  const isApproved = decision === 'approved'
  const { title, text } = decisionWords[decision]
  return {
    subject: `${title} (${submission.id})`,
    preview: text,
    blocks: [
      { heading: title },
      ...paragraphs([text, note]),
      {
        facts: facts({
          Reference: submission.id,
          Build: submission.buildCode,
          'What we build': variant,
          'Final price': priceCents ? formatCentsExact(priceCents) : null,
          'Lead time': leadWeeks ? decisionWords.lead(leadWeeks) : null,
          'Valid until': validUntil ? formatCalendarDate(validUntil) : null,
        }),
      },
      { button: decisionWords.button, href: isApproved ? link : null },
      { note: isApproved ? decisionWords.private : '' },
    ],
  }
}
