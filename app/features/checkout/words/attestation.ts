/** The last sentence of every attestation, in parts: those with `to` are links to the policy they name. */
export const acceptance: readonly { text: string; to?: '/terms' | '/refunds' }[] = [
  { text: 'I accept the ' },
  { text: 'Terms', to: '/terms' },
  { text: ' and the ' },
  { text: 'Refund Policy', to: '/refunds' },
  { text: '.' },
]

export const acceptanceSentence = acceptance.map(({ text }) => text).join('')

export type Attested = {
  firearms: number
  hasMagazines: boolean
  age: number
  /** Sentences of features with lines in the order, instead of the default. They may name `{age}`. */
  own: readonly string[]
}

/**
 * What the buyer confirms: age, eligibility, for firearms that they are the actual buyer (the question of ATF Form 4473),
 * and both policies.
 */
export function attestationSentence({ firearms, hasMagazines, age, own }: Attested): string {
  return [
    ...eligibility({ firearms, hasMagazines, age, isNamed: own.length > 0 }),
    ...own.map((sentence) => sentence.replaceAll('{age}', String(age))),
    acceptanceSentence,
  ].join(' ')
}

function eligibility({
  firearms,
  hasMagazines,
  age,
  isNamed,
}: Omit<Attested, 'own'> & { isNamed: boolean }): string[] {
  const old = `I am ${age} or older`
  const magazines = 'no law where I live keeps me from having these magazines'
  if (firearms > 0) {
    const these = firearms > 1 ? 'these firearms' : 'this firearm'
    const also = hasMagazines ? `, ${magazines}` : ''
    return [
      `${old}, no law keeps me from owning ${these}${also}, and I am the actual buyer, not acting for another person.`,
    ]
  }
  if (hasMagazines) return [`${old}, and ${magazines}.`]
  return isNamed ? [] : [`${old}.`]
}
