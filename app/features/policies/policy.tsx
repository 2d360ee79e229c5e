import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { isTextKey } from '../texts/rules.ts'
import { PolicyPage, showPolicyPage } from './policy-page.tsx'

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export function loader({ context, request }: LoaderFunctionArgs) {
  const key = new URL(request.url).pathname.replace(/^\/([a-z]+).*$/, '$1')
  if (!isTextKey(key)) throw new Error(`There is no policy ${key}`)
  return showPolicyPage(context.get(shopContext), key)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const meta = pageMeta(({ key, text }: Loaded) => ({
  title: text.title,
  description: text.description,
  path: `/${key}`,
}))

export default function Policy({ loaderData }: { loaderData: Loaded }) {
  return <PolicyPage policy={loaderData} />
}
