import { Views } from '../../console/components/bars.tsx'
import { rulesPath } from '../rules.ts'

type View = 'rows' | 'claims' | 'calendar'

const views = [
  ['rows', 'State rows', rulesPath],
  ['claims', 'Claims', `${rulesPath}/claims`],
  ['calendar', 'Calendar', `${rulesPath}/calendar`],
] as const

/** The three sheets of the law. */
export function RulesViews({ current }: { current: View }) {
  return (
    <Views
      label="Rules"
      views={views.map(([key, name, to]) => ({ key, name, to, isCurrent: key === current }))}
    />
  )
}
