export type Reading = {
  group: 'rules' | 'claims' | 'texts'
  /** `state FL`, `claim tax.sbr`, `terms`. */
  key: string
  version: string
  isChecked: boolean
  /** Checked, or read in the set-up. */
  isRead: boolean
}
