/** How one state's edition of the template differs. */
export type StateTemplate = {
  code: string
  name: string
  /** The state as a law is named after it: `the State of Texas`. */
  law: string
  /** What its parts are called, where a document is signed: `County`, `Parish`. Empty where there are none. */
  district: string
  /** How many witnesses sign, beside the notary. 0: none are asked for by what we know; lines for two stand there anyway. */
  witnesses: 0 | 2
  /** The certificate that a notary fills in, line by line. `___` is a blank. */
  notary: readonly string[]
  /** What its reader should know, with where that comes from. */
  notes: readonly string[]
}

/** The calendar date on which these editions were last gone through. */
export const templatesAsOf = '2026-11-21'

/** What stands with every edition. */
export const templateNotice =
  'Not legal advice. A notary may use the certificate that your state asks for in place of this one; theirs counts.'

/** The short form of the uniform law on notarial acts, which most states have in this or a like wording. */
const shortForm = ['This record was acknowledged before me on ___', 'by ___ .']

const commonwealths = new Set(['KY', 'MA', 'PA', 'VA'])

/** Only what we can name a source for. A state that is not here has the usual edition. */
const stateDifferences: Readonly<Record<string, Partial<StateTemplate>>> = {
  AK: { district: 'Judicial district' },
  LA: {
    district: 'Parish',
    witnesses: 2,
    notes: [
      'Louisiana asks for an authentic act, or for an act under private signature before two witnesses that is duly acknowledged (La. R.S. 9:1752). Two lines for witnesses stand beside the notary’s.',
      'Louisiana’s law of trusts has words of its own (La. R.S. 9:1721 and following). Of all editions this one needs a lawyer’s eye most.',
    ],
  },
  CA: {
    notary: [
      'A notary public or other officer completing this certificate verifies only the identity of the individual who signed the document to which this certificate is attached, and not the truthfulness, accuracy, or validity of that document.',
      'On ___ before me, ___ , personally appeared ___ ,',
      'who proved to me on the basis of satisfactory evidence to be the person(s) whose name(s) is/are subscribed to the within instrument and acknowledged to me that he/she/they executed the same in his/her/their authorized capacity(ies), and that by his/her/their signature(s) on the instrument the person(s), or the entity upon behalf of which the person(s) acted, executed the instrument.',
      'I certify under PENALTY OF PERJURY under the laws of the State of California that the foregoing paragraph is true and correct.',
    ],
    notes: ['California’s notaries use the wording of Civil Code section 1189, which is set here.'],
  },
  FL: {
    witnesses: 2,
    notary: [
      'The foregoing instrument was acknowledged before me by means of [  ] physical presence or [  ] online notarization,',
      'on ___ by ___ ,',
      'who is personally known to me or produced ___ as identification.',
    ],
    notes: [
      'In Florida what a revocable trust says about the time after death is valid only if it was signed with the formalities of a will, that is before two witnesses (Fla. Stat. 736.0403). Two lines for them stand beside the notary’s.',
      'The certificate says how the signer appeared (Fla. Stat. 117.05).',
    ],
  },
  TX: {
    notary: ['This instrument was acknowledged before me on ___', 'by ___ .'],
    notes: ['The short form of Texas is set here (Civil Practice and Remedies Code, chapter 121).'],
  },
  NY: {
    notary: [
      'On the ___ day of ___ in the year ___ before me, the undersigned, personally appeared ___ ,',
      'personally known to me or proved to me on the basis of satisfactory evidence to be the individual(s) whose name(s) is (are) subscribed to the within instrument and acknowledged to me that he/she/they executed the same in his/her/their capacity(ies), and that by his/her/their signature(s) on the instrument, the individual(s), or the person upon behalf of which the individual(s) acted, executed the instrument.',
    ],
    witnesses: 2,
    notes: [
      'New York asks for a signature that is acknowledged like a deed’s, or for two witnesses (EPTL 7-1.17), also of at least one trustee. Lines for both stand here.',
    ],
  },
  DC: { law: 'the District of Columbia', district: '' },
}

const names: readonly (readonly [string, string])[] = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
]

/** The template's editions: the 50 states and the District of Columbia. */
export const stateTemplates: readonly StateTemplate[] = names.map(([code, name]) => ({
  code,
  name,
  law: `the ${commonwealths.has(code) ? 'Commonwealth' : 'State'} of ${name}`,
  district: 'County',
  witnesses: 0,
  notary: shortForm,
  notes: [],
  ...stateDifferences[code],
}))

/** The edition for a state that is not chosen yet. */
export const genericTemplate: StateTemplate = {
  ...{ code: '', name: '', law: 'the state named in the Particulars', district: 'County' },
  ...{ witnesses: 0, notary: shortForm, notes: [] },
}
