import { data } from 'react-router'
import { PreviewBar } from '#app/features/console/components/preview-bar.tsx'
import FaqPage, { showFaq } from '#app/features/pages/faq.tsx'
import LearnPage, { showLearn } from '#app/features/pages/learn.tsx'
import ProcessGuidePage, { showGuide } from '#app/features/pages/process-guide.tsx'
import ServicesPage, { showServices } from '#app/features/pages/services.tsx'
import { PolicyPage, showPolicyPage } from '#app/features/policies/policy.tsx'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { isTextKey } from '#app/features/texts/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { wordsPath } from './texts.tsx'
import type { Route } from './+types/preview'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Preview') }]

export function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  return null
}

export async function action({ context, params: { key }, request }: Route.ActionArgs) {
  requireRight(context, 'rules.write')
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const sent = (await readForm(request)).get('markdown')
  const written = typeof sent === 'string' ? sent : ''
  if (key === 'services') return { kind: key, view: await showServices(shop, written) }
  if (key === 'learn') return { kind: key, view: await showLearn(shop, written) }
  if (key === 'process-guide') return { kind: key, view: await showGuide(shop, written) }
  if (key === 'faq') return { kind: key, view: await showFaq(shop, written) }
  return { kind: 'policy' as const, view: await showPolicyPage(shop, key, written) }
}

export default function Preview({ params, actionData }: Route.ComponentProps) {
  return (
    <>
      <PreviewBar
        words="of what you are writing. Close this tab to go on; visitors read the version in force."
        back={{ to: `${wordsPath}/${params.key}`, label: 'The version in force' }}
      />
      {actionData && pageOf(actionData)}
    </>
  )
}

function pageOf(shown: NonNullable<Route.ComponentProps['actionData']>) {
  switch (shown.kind) {
    case 'services':
      return <ServicesPage loaderData={shown.view} />
    case 'learn':
      return <LearnPage loaderData={shown.view} />
    case 'process-guide':
      return <ProcessGuidePage loaderData={shown.view} />
    case 'policy':
      return <PolicyPage policy={shown.view} />
    default:
      return <FaqPage loaderData={shown.view} />
  }
}
