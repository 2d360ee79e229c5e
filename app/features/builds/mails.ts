import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { type Fact, facts, type Letter, paragraphs } from '#app/mail/letter.ts'
import type { BuildDecision } from './store/decisions.server.ts'
import type { BuildSubmission } from './store/submissions.server.ts'
import { leadWords, priceWords, submittedWords } from './words.ts'

type Submission = Pick<BuildSubmission, 'id' | 'buildCode' | 'totalCents' | 'verdict'> & {
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

type Sender = Pick<BuildSubmission, 'name' | 'email' | 'phone' | 'state'>

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

const decisionWords = {
  approved: {
    title: 'Your build is approved',
    text: 'We checked your build and fixed its final price. Reserve your slot if it is right: the deposit is refundable and goes toward the price. We then mail you the agreement, and nothing is built before you accept it.',
  },
  declined: {
    title: 'We can’t build this',
    text: 'We checked your build and can’t build it as it is. You owe nothing. You’re welcome to change it and submit it again.',
  },
}

type Decided = BuildDecision & { submission: Pick<BuildSubmission, 'id' | 'buildCode'>; link: string }

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
          'Lead time': leadWeeks ? leadWords(leadWeeks) : null,
          'Valid until': validUntil ? formatCalendarDate(validUntil) : null,
        }),
      },
      { button: 'Reserve your slot', href: isApproved ? link : null },
      {
        note: isApproved ? 'Anyone who has this link can accept the price for you. Don’t forward it.' : '',
      },
    ],
  }
}
