import { siteTitle } from '#app/kit/brand.ts'
import { RestrictedPage, restrictedTitle } from '../gate.tsx'
import { searchSite } from '../rules.ts'

export function meta() {
  return [{ title: siteTitle(restrictedTitle) }, { name: 'robots', content: 'noindex' }]
}

export default function Restricted() {
  return <RestrictedPage to={searchSite} />
}
