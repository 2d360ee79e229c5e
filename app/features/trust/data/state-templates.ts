import { states } from '../../compliance/rules/states.ts'

export type StateTemplate = {
  code: string
  name: string
  /** The state as a law is named after it: `the State of Texas`. */
  law: string
  district: string
  /** Witnesses besides the notary. 0: none required as far as we know; two lines are printed anyway. */
  witnesses: 0 | 2
  /** The certificate that a notary fills in, line by line. `___` is a blank. */
  notary: readonly string[]
  notes: readonly string[]
}

export const templatesAsOf = '2026-11-21'

export const templateNotice =
  'Not legal advice. If your state requires another certificate, the notary uses that one instead.'

/** The short form of the uniform law on notarial acts, which most states have in this or a like wording. */
const shortForm = ['This record was acknowledged before me on ___', 'by ___ .']

const commonwealths = new Set(['KY', 'MA', 'PA', 'VA'])

/** Only differences with a source. States not listed have the standard version. */
const stateDifferences: Readonly<Record<string, Partial<StateTemplate>>> = {
  AK: { district: 'Judicial district' },
  LA: {
    district: 'Parish',
    witnesses: 2,
    notes: [
      'Louisiana requires an authentic act, or for an act under private signature before two witnesses that is duly acknowledged (La. R.S. 9:1752). There are two witness lines next to the notary’s.',
      'Louisiana trust law has its own terms (La. R.S. 9:1721 and following). More than any other version, this one needs a lawyer’s review.',
    ],
  },
  CA: {
    notary: [
      'A notary public or other officer completing this certificate verifies only the identity of the individual who signed the document to which this certificate is attached, and not the truthfulness, accuracy, or validity of that document.',
      'On ___ before me, ___ , personally appeared ___ ,',
      'who proved to me on the basis of satisfactory evidence to be the person(s) whose name(s) is/are subscribed to the within instrument and acknowledged to me that he/she/they executed the same in his/her/their authorized capacity(ies), and that by his/her/their signature(s) on the instrument the person(s), or the entity upon behalf of which the person(s) acted, executed the instrument.',
      'I certify under PENALTY OF PERJURY under the laws of the State of California that the foregoing paragraph is true and correct.',
    ],
    notes: ['California notaries use the wording of Civil Code section 1189, which is included here.'],
  },
  FL: {
    witnesses: 2,
    notary: [
      'The foregoing instrument was acknowledged before me by means of [  ] physical presence or [  ] online notarization,',
      'on ___ by ___ ,',
      'who is personally known to me or produced ___ as identification.',
    ],
    notes: [
      'In Florida, the provisions of a revocable trust that apply after death are valid only if it was signed with the formalities of a will, that is, before two witnesses (Fla. Stat. 736.0403). There are two witness lines next to the notary’s.',
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

export const stateTemplates: readonly StateTemplate[] = states.map(({ code, name }) => ({
  code,
  name,
  law: `the ${commonwealths.has(code) ? 'Commonwealth' : 'State'} of ${name}`,
  district: 'County',
  witnesses: 0,
  notary: shortForm,
  notes: [],
  ...stateDifferences[code],
}))

export const genericTemplate: StateTemplate = {
  ...{ code: '', name: '', law: 'the state named in the Trust Information', district: 'County' },
  ...{ witnesses: 0, notary: shortForm, notes: [] },
}
