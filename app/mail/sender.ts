import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import type { Mailer } from './mailer.ts'

/** Where a template names the licensee, and where it states the sender's address: filled in when the mail is sent. */
export const licenseeMark = '\uE000'
export const postalMark = '\uE001'
export const licenseMark = '\uE002'

/** A mailer that fills in who sends: every mail names the licensee of the day it is sent. */
export function withSender(mailer: Mailer, facts: () => ShopFacts): Mailer {
  return {
    send: (mail) =>
      mailer.send({
        ...mail,
        subject: fillSender(mail.subject, facts()),
        html: fillSender(mail.html, facts(), escapeHtml),
        text: fillSender(mail.text, facts()),
      }),
  }
}

export function fillSender(
  text: string,
  facts: ShopFacts,
  written: (value: string) => string = (value) => value,
): string {
  return text
    .replaceAll(licenseeMark, () => written(facts.legalName))
    .replaceAll(postalMark, () => written(postalLine(facts)))
    .replaceAll(licenseMark, () => written(facts.licenseLine))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
