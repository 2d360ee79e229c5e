/** A rule, a figure or a text that the shop sells under, in the version that is in force. */
export type Reading = {
  group: 'rules' | 'claims' | 'texts'
  /** `state FL`, `claim tax.sbr`, `terms`. */
  key: string
  version: string
  /** Somebody checked this version where it is written: reviewed the rule, or published the text. */
  isChecked: boolean
  /** Checked, or read in the set-up. */
  isRead: boolean
}
