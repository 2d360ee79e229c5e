import { brand } from '#app/kit/brand.ts'
import type { Letter } from '#app/mail/letter.ts'
import { type AlertKind, alertKinds } from './kinds.ts'

type Alert = { id: number; kind: AlertKind; subject: string; detail: string }

export function alertLetter(alerts: readonly Alert[]): Letter {
  const [first, ...others] = alerts.map(({ kind, subject }) => `${alertKinds[kind].title}: ${subject}`)
  const heading = alerts.length === 1 ? 'Something needs attention' : `${alerts.length} alerts need attention`
  return {
    subject: others.length > 0 ? `Alert: ${first}, and ${others.length} more` : `Alert: ${first}`,
    preview: heading,
    why: `You’re getting this email because this is the staff address of the ${brand} shop.`,
    blocks: [
      { heading },
      ...alerts.flatMap(({ id, kind, subject, detail }) => [
        {
          facts: [
            { label: alertKinds[kind].title, value: subject },
            { label: 'Number', value: String(id) },
          ],
        },
        { text: detail },
        { text: alertKinds[kind].text },
      ]),
      { note: 'Open alerts are on Today in the console, where a resolved one is closed.' },
    ],
  }
}
