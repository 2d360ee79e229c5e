import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { facts, type Letter, paragraphs } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { findContact } from '../claims/store.server.ts'
import type { Sellables } from '../orders/store/lines.server.ts'
import { type BuildDecision, findDecision, sendBuildAgreement } from './store/decisions.server.ts'
import { findSavedBuild } from './store.server.ts'
import { type BuildSubmission, findSubmission } from './store/submissions.server.ts'
import { leadWords, priceWords, submittedFacts, submittedWords } from './words.ts'

const ofSubmission = z.object({ submissionId: z.string() })

const mailSubmitted = mailJob('mail-build-submitted', {
  payload: ofSubmission,
  key: ({ submissionId }) => `build-submitted:${submissionId}`,
  async write(shop, { submissionId }) {
    const found = await findMailed(shop, submissionId)
    return found && { to: found.submission.email, letter: submittedLetter(found, shop.publicUrl) }
  },
})

/** Mails the build to staff. Without a staff address the build is stored and a warning is logged. */
const mailToStaff = mailJob('mail-build-to-staff', {
  payload: ofSubmission,
  key: ({ submissionId }) => `build-to-staff:${submissionId}`,
  async write(shop, { submissionId }) {
    const found = await findMailed(shop, submissionId)
    if (!found) return undefined
    const { desk } = await findContact(shop)
    if (!desk) {
      shop.log.warn(
        { submissionId },
        'A submitted build could not be mailed to staff: the claim support.email is empty',
      )
      return undefined
    }
    const letter = buildToStaffLetter(found, shop.publicUrl)
    // The form accepts a single plain address only, so it cannot inject a header.
    return { to: desk, letter, headers: { 'Reply-To': found.submission.email } }
  },
})

type Mailed = NonNullable<Awaited<ReturnType<typeof findMailed>>>

async function findMailed({ db }: Shop, submissionId: string) {
  const submission = await findSubmission(db, submissionId)
  const saved = submission && (await findSavedBuild(db, submission.buildCode))
  if (!submission || !saved) return undefined
  return { submission, lines: submittedFacts(submission, saved), itemCount: saved.price.itemCount }
}

const mailDecision = mailJob('mail-build-decision', {
  payload: z.object({ submissionId: z.string(), revision: z.number().int() }),
  key: ({ submissionId, revision }) => `build-decision:${submissionId}:${revision}`,
  async write(shop, { submissionId, revision }) {
    const submission = await findSubmission(shop.db, submissionId)
    const decision = await findDecision(shop.db, submissionId)
    // Decided again since: the later job mails.
    if (!submission || decision?.revision !== revision) return undefined
    const link = `${shop.publicUrl}/build/submitted/${submissionId}`
    return { to: submission.email, letter: decisionLetter(decision, submission, link) }
  },
})

function sendAgreement(sellables: Sellables) {
  return defineJob({
    name: 'send-build-agreement',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      await transact(shop, (work) =>
        sendBuildAgreement(work, { sellables, timeZone: shop.timeZone }, orderId),
      )
    },
  })
}

export function buildJobs(sellables: Sellables): readonly Job[] {
  return [mailSubmitted, mailToStaff, mailDecision, sendAgreement(sellables)] as Job[]
}

export function submittedLetter({ submission, lines, itemCount }: Mailed, publicUrl: string): Letter {
  const { id, buildCode, totalCents, verdict } = submission
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

export function buildToStaffLetter({ submission, lines }: Mailed, publicUrl: string): Letter {
  const { id, buildCode, totalCents, verdict, name, email, phone, state } = submission
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

function decisionLetter(decided: BuildDecision, { id, buildCode }: BuildSubmission, link: string): Letter {
  const { decision, note, variant, priceCents, leadWeeks, validUntil } = decided
  const isApproved = decision === 'approved'
  const { title, text } = decisionWords[decision]
  return {
    subject: `${title} (${id})`,
    preview: text,
    blocks: [
      { heading: title },
      ...paragraphs([text, note]),
      {
        facts: facts({
          Reference: id,
          Build: buildCode,
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
