import { stateName } from '#app/features/compliance/rules.ts'
import { type Answers, maxPeople } from '../rules.ts'

/** One blank of the trust information: its field name, label, answer, and share of the line's width. */
export type TrustDetail = { name: string; label: string; value: string; share: number; maxLength: number }

/** A heading of the trust information with its blanks. */
export type TrustDetailGroup = { title: string; blanks: TrustDetail[] }

/** Everything that differs between trusts, with blanks for as many people as the worksheet takes. */
export function trustDetailsOf(answers: Answers): TrustDetailGroup[] {
  const { trustName, settlor, trustees, successors, beneficiaries, state, county, signedOn } = answers
  return [
    {
      title: 'The Trust',
      blanks: [blank('trustName', 'Name of the Trust', trustName, 1)],
    },
    {
      title: 'Settlor',
      blanks: [
        blank('settlorName', 'Full name', settlor.name, 0.5),
        blank('settlorPlace', 'City and state', settlor.place, 0.5),
      ],
    },
    { title: 'Trustees', blanks: people('trustee', 'Trustee', trustees, maxPeople.trustees) },
    {
      title: 'Successor Trustees, in this order',
      blanks: people('successor', 'Successor', successors, maxPeople.successors),
    },
    {
      title: 'Beneficiaries',
      blanks: Array.from({ length: maxPeople.beneficiaries }, (_, at) => [
        blank(`beneficiary${at + 1}Name`, `Beneficiary ${at + 1}: full name`, beneficiaries[at]?.name, 0.7),
        blank(`beneficiary${at + 1}Share`, 'Share', beneficiaries[at]?.share, 0.3),
      ]).flat(),
    },
    {
      title: 'Place and law',
      blanks: [
        blank('governingState', 'State whose law governs', stateName(state) ?? '', 0.34),
        blank('county', 'County (or parish, district) of signing', county, 0.4),
        blank('signedOn', 'Date of signing', longDate(signedOn), 0.26),
      ],
    },
  ]
}

/** `November 21, 2026`, or empty without a date. */
function longDate(on: string): string {
  if (on === '') return ''
  return new Date(`${on}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

function people(name: string, label: string, answered: Answers['trustees'], max: number): TrustDetail[] {
  return Array.from({ length: max }, (_, at) => [
    blank(`${name}${at + 1}Name`, `${label} ${at + 1}: full name`, answered[at]?.name, 0.5),
    blank(`${name}${at + 1}Place`, 'City and state', answered[at]?.place, 0.5),
  ]).flat()
}

function blank(name: string, label: string, value: string | undefined, share: number): TrustDetail {
  return { name, label, value: value ?? '', share, maxLength: 90 }
}
