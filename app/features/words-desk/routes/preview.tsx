import { data } from 'react-router'
import { PreviewBar } from '#app/features/console/components/preview-bar.tsx'
import { AboutPage } from '#app/features/pages/components/about-page.tsx'
import { FaqPage } from '#app/features/pages/components/faq-page.tsx'
import { HomePage } from '#app/features/pages/components/home-page.tsx'
import { LearnPage } from '#app/features/pages/components/learn-page.tsx'
import { ProcessGuidePage } from '#app/features/pages/components/process-guide-page.tsx'
import { ServicesPage } from '#app/features/pages/components/services-page.tsx'
import { showHome } from '#app/features/pages/routes/home-page.server.ts'
import {
  showAbout,
  showGuide,
  showLearn,
  showServices,
} from '#app/features/pages/routes/page-texts.server.ts'
import { toGroups } from '#app/features/pages/rules/faq.ts'
import { findCited } from '#app/features/pages/store.server.ts'
import { PolicyPage } from '#app/features/policies/components/policy-page.tsx'
import { toPolicy } from '#app/features/policies/rules/documents.ts'
import { fillForShop } from '#app/features/policies/store/policy-facts.server.ts'
import '#app/features/console/preview.css'
import '#app/features/pages/drafts.css'
import '#app/features/pages/home.css'
import '#app/features/pages/wordmark-plate.css'
import '#app/features/pages/process.css'
import '#app/features/pages/questions.css'
import '#app/features/policies/policy.css'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { findDraft } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { findInForce } from '../flows.server.ts'
import { isTextKey, wordsPath } from '../rules.ts'
import type { Route } from './+types/preview'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Preview') }, { name: 'robots', content: 'noindex' }]

/** The draft on its page, with the components and the sheet of styles that visitors get. */
export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const draft = await findDraft(shop.db, key)
  const content = draft?.content ?? (await findInForce(shop.db, key)).content
  const text = { key, isDraft: draft !== undefined }
  if (key === 'home') return { ...text, kind: key, view: await showHome(shop, content) }
  if (key === 'about') return { ...text, kind: key, view: await showAbout(shop, content) }
  if (key === 'services') return { ...text, kind: key, view: await showServices(shop, content) }
  if (key === 'learn') return { ...text, kind: key, view: await showLearn(shop, content) }
  if (key === 'process-guide') return { ...text, kind: key, view: await showGuide(shop, content) }
  if (key !== 'faq')
    return { ...text, kind: 'policy' as const, view: await fillForShop(toPolicy(key, content), shop) }
  const groups = toGroups(content)
  const cited = await findCited(
    shop,
    groups.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
  )
  const { title, lead } = content
  return { ...text, kind: key, view: { groups, cited, title, lead, publicUrl: shop.publicUrl } }
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { key, isDraft } = loaderData
  return (
    <>
      <PreviewBar
        words={isDraft ? 'of a draft. Visitors read the version in force.' : 'of the version in force.'}
        back={{ to: `${wordsPath}/${key}`, label: 'Back to its sheet' }}
      />
      {pageOf(loaderData)}
    </>
  )
}

function pageOf(shown: Route.ComponentProps['loaderData']) {
  switch (shown.kind) {
    case 'home':
      return <HomePage {...shown.view} />
    case 'about':
      return <AboutPage {...shown.view} />
    case 'services':
      return <ServicesPage {...shown.view} />
    case 'learn':
      return <LearnPage {...shown.view} />
    case 'process-guide':
      return <ProcessGuidePage {...shown.view} />
    case 'policy':
      return <PolicyPage policy={shown.view} />
    default:
      return <FaqPage {...shown.view} />
  }
}
