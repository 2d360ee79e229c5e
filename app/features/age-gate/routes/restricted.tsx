import { siteTitle } from '#app/kit/brand.ts'
import { RestrictedPage, restrictedTitle } from '../gate.tsx'
import { searchSite } from '../rules.ts'

export function meta() {
  return [{ title: siteTitle(restrictedTitle) }]
}

export default function Restricted() {
  return <RestrictedPage to={searchSite} />
}
