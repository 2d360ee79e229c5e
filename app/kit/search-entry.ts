/** The kinds of things that the search of the site finds. */
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

/** Something on the site that can be found. */
export type SearchEntry = {
  kind: SearchKind
  title: string
  /** One line below the title: what it is, what it costs, its state. */
  about: string
  /** Everything else that is said of it, which is searched and not shown. */
  text: string
  /** Its address, with the place on the page. */
  path: string
}
