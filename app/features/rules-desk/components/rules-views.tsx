import { Views } from '../../console/components/bars.tsx'
import { placesPath, rulesPath } from '../rules.ts'

type View = 'rows' | 'places' | 'claims'

const views = [
  ['rows', 'State rows', rulesPath],
  ['places', 'Places and ages', placesPath],
  ['claims', 'Claims', `${rulesPath}/claims`],
] as const

export function RulesViews({ current }: { current: View }) {
  return (
    <Views
      label="Rules"
      views={views.map(([key, name, to]) => ({ key, name, to, isCurrent: key === current }))}
    />
  )
}
