export type Article = { title: string; says: string; clauses: readonly string[] }

/**
 * The template's text, for Word and PDF. What differs between trusts is in the Trust Information and the Schedules, so no
 * clause has a blank. `{law}` is the state whose law governs.
 */
export const articles: readonly Article[] = [
  {
    title: 'Creation and name',
    says: 'Creates the trust and ties the pages together.',
    clauses: [
      'The Settlor named in the Trust Information declares that the property listed in Schedule A is held in trust under this document, by the name given in the Trust Information (the “Trust”).',
      'The Trust Information and the Schedules are part of this document. Capitalized words have the meanings given in the Trust Information.',
    ],
  },
  {
    title: 'Purpose',
    says: 'Says what the trust is for, and that it allows nothing the law forbids.',
    clauses: [
      'The Trust exists to own, keep and use firearms and other property lawfully, during the Settlor’s life and after it, for the Beneficiaries.',
      'Nothing in this document permits anything that federal law, or the law of a state in which property of the Trust is kept, forbids.',
    ],
  },
  {
    title: 'Property of the Trust',
    says: 'Says how something becomes property of the trust.',
    clauses: [
      'Property belongs to the Trust once it is listed in Schedule A by a dated and signed entry. Where the law requires an approved form first, it belongs to the Trust from that approval and not before.',
      'An entry is struck out, dated and signed when its property leaves the Trust.',
    ],
  },
  {
    title: 'Trustees',
    says: 'Says who decides, and how somebody begins or stops being a trustee.',
    clauses: [
      'The Trustees named in the Trust Information hold and manage the property. Each accepts the office by signing this document.',
      'The Trustees act individually or only jointly, as marked in the Trust Information. If neither is marked, they act jointly.',
      'While living and able, the Settlor may appoint or remove a Trustee in a dated and signed writing that is kept with this document. A Trustee may resign in the same way.',
    ],
  },
  {
    title: 'Who may not serve',
    says: 'Keeps property of the trust away from anyone who may not have it.',
    clauses: [
      'Nobody may be a Trustee, or have property of the Trust in hand, while federal law, or the law of the state where it is kept, forbids that person to possess it. From that moment the person’s office ends by itself.',
      'Each Trustee tells the others at once if that happens.',
    ],
  },
  {
    title: 'Powers and duties',
    says: 'Says what trustees may do and what they must.',
    clauses: [
      'The Trustees may acquire, keep, insure, maintain, sell and give away property of the Trust by lawful means; they may sign applications and forms for it, and give what those ask of a responsible person.',
      'Before property is made over to anyone, or taken to a place where the law requires permission first, the Trustees obtain every approval that the law requires.',
      'The Trustees keep this document with its amendments, each approved form and each receipt, and a list of who was Trustee from when to when.',
      'No Trustee has to give security, unless a court orders it. A Trustee answers for bad faith, for gross neglect and for breaking the law.',
    ],
  },
  {
    title: 'Successor trustees',
    says: 'Says who takes over when no trustee is left.',
    clauses: [
      'When no Trustee is left who can serve, the first of the Successor Trustees who is able, willing and not barred becomes Trustee by accepting in a dated and signed writing.',
      'Until then nobody may have property of the Trust in hand whom the law forbids to possess it.',
    ],
  },
  {
    title: 'After the Settlor’s death',
    says: 'Says who receives the property, and when.',
    clauses: [
      'On the Settlor’s death this Trust can no longer be changed. The Trustees hand its property to the Beneficiaries in the shares given in the Trust Information, and in equal parts where no share is given.',
      'A Beneficiary receives property only once the law permits that person to possess it and every form it needs is approved. What a Beneficiary may not lawfully possess, or does not want, is sold lawfully, and the proceeds are that Beneficiary’s.',
      'If a Beneficiary dies before the Settlor, that share goes to the other Beneficiaries in proportion to theirs.',
    ],
  },
  {
    title: 'Amendment and end',
    says: 'Says how the trust is changed or ended.',
    clauses: [
      'While living and able, the Settlor may amend or end this Trust in a dated and signed writing that is acknowledged in the same way as this document.',
      'When it ends, its property goes back to the Settlor, with every approval that the law requires.',
    ],
  },
  {
    title: 'Governing law',
    says: 'Says which state’s law counts.',
    clauses: [
      'The law of {law} governs this document. The Trust lasts no longer than that law allows.',
      'If any part of this document is invalid, the rest remains in effect.',
    ],
  },
]

export const declarationWords = {
  title: 'Declaration of Trust',
  template:
    'Template. This is general information, not legal advice. Whether it fits depends on your state and your family. Have a lawyer in your state review it before you sign.',
  marked:
    'Blanks are marked. The line in italics under each heading explains the article. You may delete it.',
  details: 'Trust Information',
  acting: 'Trustees act',
  actingAlone: 'each alone',
  actingTogether: 'only together',
  signatures: 'Signatures',
  signed:
    'Signed as a Trust by the Settlor, and by each Trustee in acceptance of the office, on the date and at the place written here.',
  witnesses: 'Witnesses',
  notary: 'Acknowledgment before a notary',
  scheduleA: 'Schedule A: property of the Trust',
  scheduleALead:
    'List what the Trust owns, one item per line, when the Trust acquires it. You write in the serial numbers; we never ask for or keep them.',
  scheduleColumns: ['Date', 'What it is, maker and model', 'Serial number', 'Signed'],
  scheduleRows: 8,
} as const
