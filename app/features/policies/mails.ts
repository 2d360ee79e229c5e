import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import type { RequestKind } from './rules.ts'
import { kindWords } from './words.ts'

type Asked = { id: string; kind: RequestKind }

const whyConfirmed = `You’re getting this email because you confirmed a data request at the ${brand} shop.`

/** Asks the owner of an address whether a data request is theirs. Says nothing about whether we know the address. */
export function confirmLetter({ id, kind }: Asked, link: string): Letter {
  return {
    subject: `Confirm your data request ${id}`,
    preview: 'One click and we’ll get started. The link works for 7 days.',
    why: `You’re getting this email because someone entered this address in the data request form at the ${brand} shop.`,
    blocks: [
      { heading: 'Confirm your request' },
      { text: `Someone, hopefully you, asked us to ${kindWords[kind].sentence}.` },
      { button: 'Confirm request', href: link },
      { facts: facts({ Reference: id, 'Link works for': '7 days' }) },
      {
        note: 'Wasn’t you? You can ignore this email. We won’t act unless you confirm, and we’ll delete the request in 14 days.',
      },
    ],
  }
}

export function receivedLetter({ id, kind }: Asked, dueOn: string): Letter {
  return {
    subject: `Your data request ${id}`,
    preview: `We’ve received it and will answer by ${dueOn}.`,
    why: whyConfirmed,
    blocks: [
      { heading: 'We have your request' },
      { text: `You asked us to ${kindWords[kind].sentence}. We’ll answer by ${dueOn}.` },
      { facts: facts({ Reference: id, 'Answer by': dueOn }) },
      {
        note: 'A person will read it and reply to this address. If tax or firearms law requires us to keep a record, our answer will say which.',
      },
    ],
  }
}

/** Hands a confirmed data request to the desk, with its due date. Answering the mail answers the person. */
export function requestToStaffLetter(
  {
    id,
    kind,
    email,
    orderCode,
    details,
  }: Asked & { email: string; orderCode: string | null; details: string },
  dueOn: string,
): Letter {
  const { label } = kindWords[kind]
  return {
    subject: `Data request ${id}, due ${dueOn}`,
    preview: `${label}, due ${dueOn}.`,
    why: 'You’re getting this email because this is the shop’s support address. The owner of the email address has confirmed the request.',
    blocks: [
      { heading: `Data request ${id}` },
      { facts: facts({ Asks: label, Address: email, Order: orderCode ?? 'None named', Due: dueOn }) },
      { text: details || 'No details given.' },
    ],
  }
}

export function answerLetter({ id, kind }: Asked, answer: string): Letter {
  const summary = `You asked us to ${kindWords[kind].sentence}. This is our answer.`
  return {
    subject: `Our answer to your data request ${id}`,
    preview: summary,
    why: whyConfirmed,
    blocks: [
      { heading: 'Our answer' },
      { text: summary },
      { text: answer },
      { facts: facts({ Reference: id }) },
      { note: 'If you disagree, reply to the address on our contact page and name this reference.' },
    ],
  }
}
