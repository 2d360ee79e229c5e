export type SearchKind =
  | 'drop'
  | 'release'
  | 'platform'
  | 'part'
  | 'accessory'
  | 'class'
  | 'trust'
  | 'service'
  | 'question'
  | 'guide'
  | 'policy'
  | 'page'

export type SearchEntry = {
  kind: SearchKind
  title: string
  about: string
  /** Everything else that is said of it, which is searched and not shown. */
  text: string
  path: string
}
